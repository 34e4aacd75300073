"""The audit: a journal is believed only as far as it bears itself out."""
