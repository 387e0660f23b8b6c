"""The engine's protocols: messages in a page's worker, UCI and UCCI in a terminal."""
