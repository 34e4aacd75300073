"""The journal: what is committed stays, and whatever else happens to it is noticed."""
