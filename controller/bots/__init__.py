"""A whole table with bots: players, a dealer, a supervisor and a technician, who see and touch what people do."""
