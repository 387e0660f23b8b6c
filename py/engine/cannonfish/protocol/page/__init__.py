"""A page's worker: messages of plain data."""
