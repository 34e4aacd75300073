"""Drivers for the dealing device, the pins and the panel. They never import the controller."""
