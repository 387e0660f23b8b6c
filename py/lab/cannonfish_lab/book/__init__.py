"""The opening book: named main lines, extended and weighed by our own engine."""
