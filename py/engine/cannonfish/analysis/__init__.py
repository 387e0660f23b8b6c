"""What an engine's searches say about games, moves and positions: reviews, reasons, explained evaluations."""
