"""What people see of the table, the local socket they see it through, and the consoles: clients of it and no more."""
