"""The machine around the service: units, installation, systemd's socket, the digest."""
