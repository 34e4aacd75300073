"""The hardware's side of every port, never the driver's: it behaves and misbehaves like the real one."""
