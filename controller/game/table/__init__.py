"""The table: three small machines (deck, table, round) that let nothing happen out of order."""
