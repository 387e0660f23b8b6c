"""Games between players, the law over them, what is written down, and what the results mean."""
