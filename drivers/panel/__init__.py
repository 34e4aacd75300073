"""The keypad and the badge reader on USB: reports of boot keyboards, and the driver that claims them."""
