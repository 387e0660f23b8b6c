"""Objects that modules compile on import, compiled beforehand. In the site's library this is `_kept`.

Python keeps the bytecode of modules, but not the objects that they compile from texts at every import:
regular expressions, and the methods of dataclasses and named tuples. In the site's library these ask here
first, and anything missing is compiled as usual. bytecode.py decides what is here.
"""

import _sre
import builtins
import marshal
from typing import Any

codes: dict[tuple[str, str], Any] = {}
"""Code objects, by source and the function that runs them."""
patterns: dict[tuple[Any, int], tuple[Any, ...]] = {}
"""The arguments of _sre.compile(), with the program as bytes, by regular expression and flags."""
missed: list[tuple[Any, Any]] | None = None
"""Requests that were not found here; recorded during the build only."""


def exec(source: str, *scopes: dict[str, Any]) -> None:
    """Do what the built-in function does."""
    builtins.exec(_code(source, "exec"), *scopes)


def eval(source: str, *scopes: dict[str, Any]) -> Any:
    """Do what the built-in function does."""
    return builtins.eval(_code(source, "eval"), *scopes)


def _code(source: str, mode: str) -> Any:
    key = source, mode
    if key not in codes and missed is not None:
        missed.append(key)
    return codes.get(key, source)


def pattern(text: Any, flags: int) -> Any:
    """Return the compiled regular expression, or None when it is not here."""
    key = text, flags
    if key not in patterns:
        if missed is not None:
            missed.append(key)
        return None
    all_flags, program, *groups = patterns[key]
    return _sre.compile(text, all_flags, memoryview(program).cast("I").tolist(), *groups)


def add(data: bytes) -> None:
    """Add the entries of a marshalled pair of such tables."""
    more_codes, more_patterns = marshal.loads(data)
    codes.update(more_codes)
    patterns.update(more_patterns)
