"""Who works at the table: the operators' file, PINs, and tries."""
