"""The game, pure: no clock, no randomness, no input or output but the read-only data it ships with."""
