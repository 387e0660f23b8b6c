"""Players of matches: our engine in this process, other engines as processes with three protocols."""
