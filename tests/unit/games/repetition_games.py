"""Random games that end by repetition, and the law of repetition read a second time by other means.

The second reading asks Fairy-Stockfish (pyffish) for legal moves and applies the clauses to them one by one,
slowly; it shares nothing with the judge but the text of the law.
"""

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass

import pyffish
from cannonfish.errors import InvalidFenError
from cannonfish.games.base.move import after
from cannonfish.games.xiangqi import Board, Move, Side
from cannonfish.games.xiangqi.fen import EMPTY, Position, Setup, format_fen, points
from cannonfish.games.xiangqi.pieces import PIECES
from cannonfish.games.xiangqi.rules import rules

VARIANT = "xiangqi"
MOST = {"A": 2, "B": 2, "N": 2, "R": 2, "C": 2, "P": 5}
POINTS = {letter: sorted(points(piece)) for letter, piece in PIECES.items()}

# --- games --------------------------------------------------------------------------------------------------


def random_board(rng: random.Random) -> Board:
    """A position of an unfinished game with few pieces in random places."""
    while True:
        letters = ["K", "k"]
        for letter, most in MOST.items():
            number = sum(rng.random() < 0.35 for _ in range(min(most, 3)))
            letters += [letter] * number + [
                letter.lower() for _ in range(min(most, 3)) if rng.random() < 0.35
            ]
        placement = [EMPTY] * 90
        for letter in letters:
            free = [at for at in POINTS[letter] if placement[at] == EMPTY]
            if free:
                placement[rng.choice(free)] = letter
        try:
            board = Board(format_fen(Setup(Position("".join(placement), Side(rng.randrange(2))))))
        except InvalidFenError:
            continue
        if board.outcome() is None:
            return board


def back_and_forth(board: Board, rng: random.Random) -> list[Move] | None:
    """Both sides make a move and take it back."""
    first = rng.choice(targets(board.placement, board.turn) or [None])
    if first is None:
        return None
    second = rng.choice(targets(after(board.placement, first), board.turn.other) or [None])
    return None if second is None else [first, second, reverse(first), reverse(second)]


def hunt(board: Board, rng: random.Random) -> list[Move] | None:
    """The second side's piece flees from an attack, and is attacked again where it went."""
    moves = targets(board.placement, board.turn)
    hunter = board.turn
    for first in rng.sample(moves, len(moves)):
        there = after(board.placement, first)
        attacked = {move.dest for move in rules().legal_moves(Position(there, hunter))}
        for second in targets(there, hunter.other):
            if second.orig in attacked:
                back = after(after(there, second), reverse(first))
                if any(move.dest == second.dest for move in rules().legal_moves(Position(back, hunter))):
                    return [first, second, reverse(first), reverse(second)]
    return None


def targets(placement: str, side: Side) -> list[Move]:
    """The legal moves to empty points."""
    return [move for move in rules().legal_moves(Position(placement, side)) if placement[move.dest] == EMPTY]


def reverse(move: Move) -> Move:
    return Move(move.dest, move.orig)


def triangles(board: Board, rng: random.Random) -> list[Move] | None:
    """Both sides lead a piece back to its point with three moves."""
    routes = []
    for side in (board.turn, board.turn.other):
        moves = targets(board.placement, side)
        pairs = [(a, b) for a in moves for b in moves if a.orig == b.orig and a.dest != b.dest]
        if not pairs:
            return None
        out, home = rng.choice(pairs)
        routes.append([out, Move(out.dest, home.dest), Move(home.dest, home.orig)])
    return [move for pair in zip(*routes, strict=True) for move in pair]


def repetition_games(seed: int, count: int) -> Iterator[Board]:
    """Boards on which a position stands for the third time: a line played twice from a random start."""
    rng = random.Random(seed)
    while count:
        board = random_board(rng)
        cycle = rng.choice((hunt, hunt, back_and_forth, triangles))(board, rng)
        if cycle is not None and all(plays(board, move) for move in cycle * 2) and board.occurrences() == 3:
            count -= 1
            yield board


def plays(board: Board, move: Move) -> bool:
    """Play a quiet move if it is legal."""
    if board.piece_at(move.orig) is None or board.is_capture(move) or not board.is_legal(move):
        return False
    board.push(move)
    return True


# --- Fairy-Stockfish ----------------------------------------------------------------------------------------


def to_ranks_from_one(move: Move) -> str:
    uci = move.uci()
    return f"{uci[0]}{int(uci[1]) + 1}{uci[2]}{int(uci[3]) + 1}"


def from_ranks_from_one(text: str) -> Move:
    second = next(at for at in range(2, len(text)) if text[at].isalpha())
    return Move.from_uci(f"{text[0]}{int(text[1:second]) - 1}{text[second]}{int(text[second + 1 :]) - 1}")


@functools.lru_cache(maxsize=100_000)
def legal_moves(placement: str, side: Side) -> tuple[Move, ...]:
    """The moves that the side could play, whosever turn it is."""
    fen = format_fen(Setup(Position(placement, side)))
    return tuple(from_ranks_from_one(text) for text in pyffish.legal_moves(VARIANT, fen, []))


def fairy_winner(board: Board) -> Side | None:
    """Who has won in the eyes of Fairy-Stockfish; None for a draw."""
    moves = [to_ranks_from_one(move) for move in board.move_stack]
    ended, value = pyffish.is_optional_game_end(VARIANT, board.root().fen(), moves)
    assert ended, board.fen()
    if value == 0:
        return None
    return board.turn if value > 0 else board.turn.other


# --- the law, read again ------------------------------------------------------------------------------------

CHASE = "chase"
NOT_NEW = "attacked before the move as well"
PROTECTED = "protected"
EXCHANGE = "offer of exchange"
BY_GENERAL_OR_SOLDIER = "attacked by a general or soldier"
AT_HOME = "a soldier that has not crossed the river"

Attacks = dict[int, set[str]]
"""The pieces attacked, by the point where each stood at the start, and what the law makes of the attacks."""


@dataclass(frozen=True)
class Reading:
    """A repetition, read by the letter of the law: each list has an entry for each move of that side."""

    checks: dict[Side, list[bool]]
    attacks: dict[Side, list[Attacks]]

    def chased_throughout(self, side: Side) -> set[int]:
        chased = [{at for at, words in move.items() if CHASE in words} for move in self.attacks[side]]
        return set.intersection(*chased)

    def loser(self) -> Side | None:
        if any(map(any, self.checks.values())):
            losers = [side for side in Side if all(self.checks[side])]
        else:
            losers = [side for side in Side if self.chased_throughout(side)]
        return losers[0] if len(losers) == 1 else None

    def why_not(self, side: Side) -> set[str]:
        """Why the side does not lose though it attacks a piece all the time; empty if it does not do so."""
        if any(map(any, self.checks.values())):
            return {"check with pauses"} if not any(map(all, self.checks.values())) else set()
        if self.chased_throughout(side):
            return {"the other side chases too"}
        moves = self.attacks[side]
        always = set.intersection(*map(set, moves))
        return {word for at in always for move in moves if CHASE not in move[at] for word in move[at]}


def read_again(board: Board) -> Reading:
    """Apply the law to the whole game on the board."""
    start, played = board.root().fen(), [to_ranks_from_one(move) for move in board.move_stack]
    reading = Reading({Side.RED: [], Side.BLACK: []}, {Side.RED: [], Side.BLACK: []})
    placement, side = board.root().placement, board.root().turn
    origin = {at: at for at, letter in enumerate(placement) if letter != EMPTY}
    for number, move in enumerate(board.move_stack, 1):
        reading.checks[side].append(pyffish.gives_check(VARIANT, start, played[:number]))
        before = {origin[at]: words for at, words in attacked_by(placement, side).items()}
        placement = after(placement, move)
        origin[move.dest] = origin.pop(move.orig)
        now = {origin[at]: words for at, words in attacked_by(placement, side).items()}
        for at, words in now.items():
            if CHASE in words and CHASE in before.get(at, ()):
                words ^= {CHASE, NOT_NEW}
        reading.attacks[side].append(now)
        side = side.other
    return reading


def attacked_by(placement: str, side: Side) -> Attacks:
    """The points where the side could take something, and what the law makes of the captures."""
    found: Attacks = {}
    for move in legal_moves(placement, side):
        if placement[move.dest] != EMPTY:
            found.setdefault(move.dest, set()).add(clause(placement, side, move))
    return found


def clause(placement: str, side: Side, move: Move) -> str:
    taker, victim = placement[move.orig].lower(), placement[move.dest].lower()
    if taker in "kp":
        return BY_GENERAL_OR_SOLDIER
    if victim == "p" and (move.dest // 9 <= 4 if side is Side.BLACK else move.dest // 9 >= 5):
        return AT_HOME
    if victim == "r" and taker in "nc":
        return CHASE
    if taker in "ab" and victim in "rcn":
        return CHASE
    if any(answer.dest == move.dest for answer in legal_moves(after(placement, move), side.other)):
        return PROTECTED
    if taker == victim and Move(move.dest, move.orig) in legal_moves(placement, side.other):
        return EXCHANGE
    return CHASE
