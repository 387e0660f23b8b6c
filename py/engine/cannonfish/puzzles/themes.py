"""The themes of puzzles: identifiers, and what exactly each of them means.

The identifiers are what files and URLs carry; pages have texts of their own for them.  Mating patterns are
properties of the final position that a program can decide: *needed* means that without that man the general
would not be mated.  Points are given for a Black general; for a Red one the board is turned.
"""

from typing import Final

GOALS: Final = {
    "mate": "the solver mates, or leaves the other side without a move, by force",
    "advantage": "one move wins; every other is worse by at least 250 centi-units",
    "defence": "one move saves the game; every other loses",
}
"""Every puzzle of ours has exactly one of these."""

MATE_LENGTHS: Final = {
    f"mateIn{moves}": f"the shortest mate takes {moves} of the solver's moves" for moves in range(1, 11)
}

PATTERNS: Final = {
    "horseCannonMate": "马后炮: a cannon mates with an own horse as its screen, one empty point between "
    "horse and general",
    "doubleCannonMate": "重炮: a cannon mates with the other cannon as its screen",
    "smotheredPalaceMate": "闷宫: a cannon mates with an advisor of the general as its screen, and no other "
    "attacker is needed",
    "ironBoltMate": "铁门栓: a chariot or soldier mates on a side file of the palace; a cannon on the middle "
    "file is needed",
    "corralHorseMate": "卧槽马: a horse on c8 or g8 is needed",
    "cornerHorseMate": "挂角马: a horse on d7 or f7 mates, with the general on e9",
    "anglerHorseMate": "钓鱼马: a horse on c7 or g7 is needed",
    "octagonHorseMate": "八角马: a horse on a corner of the palace is needed, and the general stands on the "
    "opposite corner",
    "twoChariotMate": "双车错: a chariot mates, and the other one is needed",
    "faceToFaceMate": "白脸将: a reply fails only because the generals would face each other",
    "heartThrustMate": "大刀剜心: on the way a chariot or soldier gives itself up on the middle of the "
    "palace",
    "twoDevilsMate": "二鬼拍门: two soldiers on the second or the last rank of the palace are both needed",
    "heavenEarthCannonMate": "天地炮: a cannon on the middle file and one on the back rank are both needed",
    "doubleCheckMate": "双将: two men give check in the final position",
    "stalemate": "困毙: the final position is no check, but there is no move",
}

MOTIVES: Final = {
    "fork": "a move of one man attacks two men at once, the general counted, that are worth more than it or "
    "unprotected; soldiers, advisors and elephants do not count",
    "pin": "the man that moved could be taken, but the taker would expose its general",
    "skewer": "a man moves out of the line of a chariot or cannon, which takes the man behind it",
    "discoveredAttack": "a move lets another man attack a chariot, horse or cannon, which it takes next",
    "discoveredCheck": "抽将: a move lets another man give check",
    "doubleCheck": "双将: two men give check at once",
    "sacrifice": "for a while the solver is down by at least a cannon or horse, or the exchange, against the "
    "start",
    "quietMove": "one of the solver's moves, but the last, neither takes nor gives check; of a single move, "
    "that one",
    "hangingPiece": "the first move takes a chariot, horse or cannon that nothing protects",
    "cannonScreen": "a man becomes the screen with which another of the solver's cannons gives check",
}

STAGES: Final = {
    "opening": "at least 28 men are on the board",
    "middlegame": "neither opening nor endgame",
    "endgame": "chariots (counted twice), horses and cannons of both sides make at most 6 of 16",
    "pawnEndgame": "an endgame in which only soldiers can cross the river",
    "rookEndgame": "an endgame in which chariots and soldiers alone can cross the river",
    "knightEndgame": "an endgame in which horses and soldiers alone can cross the river",
    "cannonEndgame": "an endgame in which cannons and soldiers alone can cross the river",
}

LENGTHS: Final = {
    "oneMove": "one move of the solver",
    "short": "two moves of the solver",
    "long": "three moves of the solver",
    "veryLong": "four or more moves of the solver",
}

ORIGINS: Final = {
    "composition": "composed, not played",
}

THEMES: Final = {
    **GOALS,
    **MATE_LENGTHS,
    **PATTERNS,
    **MOTIVES,
    **STAGES,
    **LENGTHS,
    **ORIGINS,
}
"""All themes with their meaning."""
