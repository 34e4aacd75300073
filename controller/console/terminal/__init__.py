"""The maintenance console: the table in text, and the supervisor's acts by keys."""
