"""The games by name.  A game is imported on first use, so a page loads only the games it needs."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from cannonfish.games.game import Game

NAMES: Final = ("xiangqi", "chess", "liuzichong")


class _Catalogue(Mapping[str, Game]):
    """The description of game ``name`` is the constant NAME of ``cannonfish.games.name.game``."""

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
