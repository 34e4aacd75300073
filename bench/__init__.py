"""How fast it is, each measurement beside its peer in the same run: `make bench`."""
