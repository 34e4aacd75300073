"""What a monitoring system hears: every trouble in its class, in one line, and no table as fine that is not well."""
