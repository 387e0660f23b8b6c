"""The opening book: named main lines, extended and weighted by our engine."""
