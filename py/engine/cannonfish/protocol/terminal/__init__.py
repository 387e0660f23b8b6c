"""A terminal: UCI and UCCI, line by line."""
