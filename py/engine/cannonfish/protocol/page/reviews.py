"""Reviews in messages: evaluations as the page keeps them, and the data of a review."""

from collections.abc import Sequence
from dataclasses import replace

from cannonfish.analysis.review import NAGS, Evaluation, Moment, ReviewedMove, legal_line, review
from cannonfish.engine.info import Score
from cannonfish.games.game import Board
from cannonfish.protocol.page.messages import ErrorCode, Message, Position, RequestError
from cannonfish.protocol.page.views import board_of, game_of, line_texts, require_notation


def score_data(score: Score) -> Message:
    """A score as plain data: ``mate``, or ``cp``, with ``rule`` if a rule decides the game."""
    if score.mate is not None:
        return {"mate": score.mate}
    rule = {} if score.rule is None else {"rule": score.rule}
    return {"cp": score.centipawns(), **rule}


def score_of(data: Message) -> Score:
    """The score of plain data."""
    for name in ("mate", "rule"):
        if data.get(name) is not None:
            return Score(**{name: data[name]})
    return Score(cp=data.get("cp") or 0)


def evaluation_of(data: Message) -> Evaluation | None:
    """The evaluation of plain data; None if there is no score."""
    if data.get("score") is None:
        return None
    second = data.get("second")
    return Evaluation(
        score_of(data["score"]), tuple(data.get("pv") or ()), None if second is None else score_of(second)
    )


def review_of(position: Position, evaluations: Sequence[Message], notation: str | None) -> Message:
    """The review of a game as plain data; the texts are in the notation.

    RequestError for an unknown game, one without winning chances, and for evaluations that do not fit the
    moves; InvalidFenError, InvalidMoveError or IllegalMoveError for a wrong FEN or move.
    """
    game = game_of(position.game)
    if notation is not None:
        require_notation(game.name, notation)
    try:
        found = review(game, position.fen, position.moves, [evaluation_of(each) for each in evaluations])
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise RequestError(ErrorCode.BAD_MESSAGE, str(error), field="evaluations", reason="unfit") from None
    board = game.new_board(position.fen)
    moves = []
    for move in found.moves:
        moves.append(_move(move, board, game.name, notation))
        board.push_uci(move.move)
    return {
        "moves": moves,
        "positions": [
            {} if score is None else {"score": score_data(score), "eval": _eval(score), "expected": expected}
            for score, expected in zip(found.scores, found.expected, strict=True)
        ],
        "sides": {
            side.name.lower(): {
                "accuracy": accuracy and round(accuracy, 1),
                "counts": {kind.value: count for kind, count in found.counts[side].items()},
            }
            for side, accuracy in found.accuracy.items()
        },
        "leftBook": found.left_book,
        "worst": [_moment(moment, position, notation) for moment in found.worst],
    }


def _move(move: ReviewedMove, board: Board, game: str, notation: str | None) -> Message:
    if move.kind is None or move.loss is None:
        return {"turning": False}
    best = () if move.best is None else legal_line(board, [move.best])
    text = {"bestText": line_texts(board, best, game, notation)[0]} if best and notation is not None else {}
    return {
        "class": move.kind.value,
        "nag": NAGS.get(move.kind),
        "loss": round(1000 * move.loss),
        "accuracy": move.accuracy and round(move.accuracy, 1),
        "best": move.best,
        **text,
        "turning": move.is_turning_point,
    }


def _moment(moment: Moment, position: Position, notation: str | None) -> Message:
    before, after = (
        board_of(replace(position, moves=position.moves[: moment.ply + plies])) for plies in (0, 1)
    )
    texts = {}
    if notation is not None:
        texts = {
            "lineText": line_texts(before, moment.line, position.game, notation),
            "replyText": line_texts(after, moment.reply, position.game, notation),
        }
    return {
        "ply": moment.ply,
        "line": [move.uci() for move in moment.line],
        "reasons": list(moment.reasons),
        "reply": [move.uci() for move in moment.reply],
        "replyReasons": list(moment.reply_reasons),
        **texts,
    }


def _eval(score: Score) -> str:
    """The score as in ``[%eval ...]`` of PGN comments: in pawns, or ``#n`` for a mate in n moves."""
    return f"{score.centipawns() / 100:.2f}" if score.mate is None else f"#{score.mate}"
