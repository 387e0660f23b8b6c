"""Tools for developing the engine, not shipped to the page: matches, ratings, training data, tuning.

    python -m cannonfish_lab --help

The lab may import anything of ``cannonfish``, which never imports the lab.  Packages: ``players`` (our engine
and others), ``matches``, ``selfplay``, ``network`` (its training), ``tuning``, ``book``, ``puzzles``,
``endings``, ``commands`` (the command line).
"""
