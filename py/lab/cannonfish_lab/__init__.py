"""Tools around the engine that the page never needs: matches, ratings, training data, tuning.

    python -m cannonfish_lab --help

Nothing here is imported by ``cannonfish``; everything here may import its ``protocol``, ``engine``,
``records`` and ``games``.  Rooms: ``players`` (engines that can be played against), ``matches``,
``positions`` (training data), ``tuning``, ``commands`` (the command line).
"""
