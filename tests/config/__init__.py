"""The table's file: what it may say, and what is told of one that is wrong."""
