"""The math desk: exact counts over whole decks, and the ranking table's maker. All that needs NumPy is here."""
