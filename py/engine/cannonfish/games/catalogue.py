"""The games there are, by name.  Each is imported when it is asked for: a page waits for no other."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from cannonfish.games.game import Game

NAMES: Final = ("xiangqi", "chess", "liuzichong")


class _Catalogue(Mapping[str, Game]):
    """By name, what ``cannonfish.games.NAME.game`` calls NAME in capitals."""

    def __getitem__(self, name: str) -> Game:
        if name not in NAMES:
            raise KeyError(name)
        game: Game = getattr(import_module(f"cannonfish.games.{name}.game"), name.upper())
        return game

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Final[Mapping[str, Game]] = _Catalogue()
