"""The table's pins: buttons, gate, door and wager spots in; lock line and lamps out. Only `rpi` knows RPi.GPIO."""
