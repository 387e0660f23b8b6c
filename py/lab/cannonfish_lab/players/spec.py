"""Descriptions of players: tables in a TOML or JSON file, with changes from the command line.

On the command line a player is a name from the files, optionally with a colon and changes:

    cannonfish
    cannonfish:nodes=20000,name=small
    cannonfish:kernel=../other/kernel,REVERSE_FUTILITY_MARGIN=70
    fairy-stockfish:movetime=250,option.Hash=64

Names in capitals are settings (constants) of our kernel, replaced at linking; ``option.NAME`` is an option of
the engine's protocol; all other names are fields of ``PlayerSpec``.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from importlib import resources
from pathlib import Path
from typing import Any, Final, Self

from cannonfish.engine.limits import Limits
from cannonfish.errors import InvalidLimitsError
from cannonfish.games.catalogue import GAMES

from cannonfish_lab.errors import LabError

PROTOCOLS: Final = ("own", "uci", "ucci")
LIMITS: Final = ("movetime", "nodes", "depth", "level")
CLOCKS: Final = ("wtime", "btime", "winc", "binc")
_KINDS: Final[dict[str, Any]] = {
    **dict.fromkeys((*LIMITS, "ranks"), int),
    "factor": (int, float),
    "settings": dict,
    "options": dict,
}
"""The types of the fields; all others are text."""


@dataclass(frozen=True)
class PlayerSpec:
    """Everything that is needed to start a player on any machine."""

    name: str
    protocol: str = "own"
    """``own`` is our engine in this process; ``uci`` and ``ucci`` are processes."""
    game: str = "xiangqi"
    """The game that it plays."""

    # Our own engine
    kernel: str | None = None
    """A folder with the files of another version of ``cannonfish.kernel``; None: the installed one."""
    settings: Mapping[str, int] = field(default_factory=dict)
    """Constants of the kernel to replace.  TT_BITS: the transposition table has 64 << TT_BITS bytes."""
    execution: str = "compiled"
    evaluation: str = "classical"
    """``classical``; ``network``, the installed one; or the file of a network."""

    # Processes
    command: str = ""
    """Split like a shell command; then $PEERS, $PYTHON and other environment variables are replaced."""
    folder: str | None = None
    """The working directory of the process."""
    options: Mapping[str, str] = field(default_factory=dict)
    ranks: int = 0
    """The number of Red's back rank in the engine's moves: 0, or 1 if its ranks end at 10."""

    # Limits; the match sets those that are None
    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    level: int | None = None
    factor: float = 1.0
    """Share of the match's movetime that this player gets."""

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Self:
        """Read a table of a file.  LabError if a field is unknown or has a wrong type."""
        known = [each.name for each in fields(cls)]
        for name, value in table.items():
            if name not in known:
                raise LabError(f"a player has no field {name!r}; there are {', '.join(known)}")
            if not isinstance(value, _KINDS.get(name, str)):
                raise LabError(f"a player's {name} cannot be {value!r}")
        spec = cls(**table)
        if spec.protocol not in PROTOCOLS:
            raise LabError(f"{spec.name}: there is no protocol {spec.protocol!r}; {', '.join(PROTOCOLS)}")
        if spec.game not in GAMES:
            raise LabError(f"{spec.name}: there is no game {spec.game!r}; {', '.join(GAMES)}")
        if spec.protocol != "own" and not spec.command:
            raise LabError(f"{spec.name}: a player that speaks {spec.protocol} needs a command")
        return spec

    def table(self) -> dict[str, Any]:
        """The fields that differ from their defaults, as a table for from_table()."""
        plain = PlayerSpec(self.name)
        return {key: value for key, value in asdict(self).items() if value != getattr(plain, key)} | {
            "name": self.name
        }

    def key(self) -> str:
        """A text that is equal for interchangeable players, which may differ in name and limits."""
        same = replace(self, name="", movetime=None, nodes=None, depth=None, level=None, factor=1.0)
        return json.dumps(same.table(), sort_keys=True)

    def limits(self, match: Limits, seed: int = 0) -> Limits:
        """This player's limits in a match: its own if it has any, otherwise those of the match."""
        own = {name: getattr(self, name) for name in LIMITS if getattr(self, name) is not None}
        given = own or {name: getattr(match, name) for name in (*LIMITS, *CLOCKS)}
        if given.get("movetime") is not None:
            given["movetime"] = max(round(given["movetime"] * self.factor), 1)
        try:
            limits = Limits(**given, seed=seed)
        except InvalidLimitsError as error:
            raise LabError(f"{self.name}: {error}") from None
        if limits.is_endless():
            raise LabError(f"{self.name} has no limit: give movetime, nodes, depth, level or a clock")
        return limits


class Roster:
    """The players that can be named."""

    def __init__(self, files: tuple[Path, ...] = ()) -> None:
        self._tables: dict[str, dict[str, Any]] = {}
        own = resources.files("cannonfish_lab.players") / "players.toml"
        self._add(tomllib.loads(own.read_text(encoding="utf-8")), "players.toml")
        for file in files:
            self._add(_load(file), str(file))

    def _add(self, tables: Mapping[str, Any], origin: str) -> None:
        for name, table in tables.items():
            if not isinstance(table, dict):
                raise LabError(f"{origin}: expected a table for each player, not {name} = {table!r}")
            self._tables[name] = {"name": name} | table

    def player(self, text: str) -> PlayerSpec:
        """The player of a command-line text.  LabError if there is none."""
        name, _, changes = text.partition(":")
        if name not in self._tables:
            raise LabError(f"there is no player {name!r}; known are {', '.join(self._tables)}")
        table = dict(self._tables[name])
        for change in filter(None, changes.split(",")):
            _change(table, change)
        if changes and "name=" not in changes:
            table["name"] = text
        return PlayerSpec.from_table(table)


def _change(table: dict[str, Any], change: str) -> None:
    field_name, equals, value = change.partition("=")
    if not equals:
        raise LabError(f"expected NAME=VALUE, not {change!r}")
    if field_name.startswith("option."):
        table["options"] = dict(table.get("options", {})) | {field_name.removeprefix("option."): value}
    elif field_name.isupper():
        table["settings"] = dict(table.get("settings", {})) | {field_name: _number(field_name, value, int)}
    elif field_name in (*LIMITS, "ranks"):
        table[field_name] = _number(field_name, value, int)
    elif field_name == "factor":
        table[field_name] = _number(field_name, value, float)
    else:
        table[field_name] = value


def _number(name: str, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        return kind(text)
    except ValueError:
        raise LabError(f"{name} takes a number, not {text!r}") from None


def _load(file: Path) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
        tables: dict[str, Any] = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise LabError(f"cannot read the players of {file}: {error}") from None
    if not isinstance(tables, dict):
        raise LabError(f"cannot read the players of {file}: it holds no table")
    return tables
