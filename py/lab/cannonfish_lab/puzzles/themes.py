"""The themes of puzzles: their identifiers, and the exact definition of each.

Files and URLs contain the identifiers; the page has its own texts for them.  Mating patterns are properties
of the final position that a program can decide: a piece is *needed* if the general would not be mated without
it.  Points are given for a Black general; for a Red general the board is turned.
"""

from typing import Final

GOALS: Final = {
    "mate": "the solver forces checkmate, or stalemate where that wins",
    "advantage": "one move wins; every other move is worse by at least 250 centipawns",
    "defence": "one move saves the game; every other move loses",
}
"""Each of our puzzles has exactly one of these."""

MATE_LENGTHS: Final = {
    f"mateIn{moves}": f"the shortest mate takes {moves} moves of the solver" for moves in range(1, 11)
}

PATTERNS: Final = {
    "horseCannonMate": "马后炮: a cannon mates with a horse of its own side as its screen, one empty point "
    "between horse and general",
    "doubleCannonMate": "重炮: a cannon mates with the other cannon as its screen",
    "smotheredPalaceMate": "闷宫: a cannon mates with an advisor of the general as its screen, and no other "
    "attacker is needed",
    "ironBoltMate": "铁门栓: a chariot or soldier mates on a side file of the palace; a cannon on the "
    "middle file is needed",
    "corralHorseMate": "卧槽马: a horse on c8 or g8 is needed",
    "cornerHorseMate": "挂角马: a horse on d7 or f7 mates, with the general on e9",
    "anglerHorseMate": "钓鱼马: a horse on c7 or g7 is needed",
    "octagonHorseMate": "八角马: a horse on a corner of the palace is needed, and the general stands on the "
    "opposite corner",
    "twoChariotMate": "双车错: a chariot mates, and the other one is needed",
    "faceToFaceMate": "白脸将: a reply fails only because the generals would face each other",
    "heartThrustMate": "大刀剜心: a chariot or soldier is sacrificed on the central point of the palace "
    "before the mate",
    "twoDevilsMate": "二鬼拍门: two soldiers on the second or the last rank of the palace are both needed",
    "heavenEarthCannonMate": "天地炮: a cannon on the middle file and one on the back rank are both needed",
    "doubleCheckMate": "双将: two pieces give check in the final position",
    "stalemate": "困毙: in the final position there is no check and no legal move",
}

MOTIVES: Final = {
    "fork": "one piece attacks two pieces at once, each of them the general, worth more than the attacker, "
    "or unprotected; soldiers, advisors and elephants do not count",
    "pin": "the piece that moved could be captured, but the capture would expose the general",
    "skewer": "a piece moves out of the line of a chariot or cannon, which captures the piece behind it",
    "discoveredAttack": "a move lets another piece attack a chariot, horse or cannon, and capture it next",
    "discoveredCheck": "闪将: a move lets another piece give check",
    "doubleCheck": "双将: two pieces give check at once",
    "sacrifice": "at some point the solver is down by at least a cannon or horse, or the exchange, compared "
    "with the start",
    "quietMove": "a move of the solver before the last one neither captures nor gives check; in one-move "
    "puzzles, the only move",
    "hangingPiece": "the first move captures an unprotected chariot, horse or cannon",
    "cannonScreen": "a piece becomes the screen for a check by a cannon of the solver",
}

STAGES: Final = {
    "opening": "at least 28 pieces are on the board",
    "middlegame": "neither opening nor endgame",
    "endgame": "chariots (counted twice), horses and cannons of both sides add up to at most 6 (of 16 at "
    "the start)",
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

CHESS: Final = {
    "backRankMate": "chess: a queen or rook mates along the last rank, and the king's own men stand on all "
    "squares before it",
    "smotheredMate": "chess: a knight mates, and the king's own men stand on all squares around it",
    "promotion": "chess: the solver promotes a pawn",
    "underPromotion": "chess: the solver promotes a pawn, but not to a queen",
    "enPassant": "chess: the solver takes en passant",
    "castling": "chess: the solver castles",
    "bishopEndgame": "chess: an endgame with only bishops beside kings and pawns",
    "queenEndgame": "chess: an endgame with only queens beside kings and pawns",
    "queenRookEndgame": "chess: an endgame with only queens and rooks beside kings and pawns",
}
"""Only in chess.  Its endgames are positions whose queens (counted four times), rooks (twice), bishops and
knights of both sides add up to at most 10 (of 24 at the start)."""

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
    **CHESS,
    **ORIGINS,
}
"""All themes with their definitions."""
