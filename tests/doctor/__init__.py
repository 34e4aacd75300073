"""The technician's test: on a twin with hands at it, in real time, and nothing of the table is moved."""
