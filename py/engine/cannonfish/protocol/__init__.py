"""How others talk to the engine: worker messages in a page, UCI in a terminal."""
