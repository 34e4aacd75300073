"""`tablectl play`: scripted rounds on a simulated table, and what happened in them."""
