"""What goes wrong with hardware. A lost port comes back by itself; a fault waits for a person."""


class DriverError(Exception):
    """Told in one line, without a traceback."""


class PortLost(DriverError):
    """The port went away under the reader: unplugged, or its peer closed. It is looked for again."""


class PortRefused(DriverError):
    """The port cannot be had at all: in use by another program, not there, not allowed."""
