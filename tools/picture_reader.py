"""Compile the reader of pictures: ``picture_reader.py OUT.wasm``. Run by static_site.py.

The module's section `layout` tells where its arrays are; web/engine/reader-program.js reads it.
"""

import json
import sys
from pathlib import Path

from cannonfish.compiler import linked
from cannonfish.compiler.wasm import name, unsigned
from cannonfish.kernel import picture

ARRAYS = (
    *("size", "pixels", "corners", "spot", "pieces", "certainty", "chances", "turned"),
    *("reach", "offset", "features", "outputs"),
)
CONSTANTS = ("SIDE_MAX", "UNIT", "STEP", "CERTAIN", "ONE", "COLOURS", "PIECES")


def module() -> bytes:
    """Return the program with the layout of its memory."""
    program = linked("cannonfish.kernel", picture.FILES)
    image = program.image()
    arrays = {
        each: (image.addresses[each], program.arrays[each].bits, program.arrays[each].length)
        for each in ARRAYS
    }
    constants = {each: program.constants[each] for each in CONSTANTS}
    told = json.dumps({"arrays": arrays, "constants": constants}, separators=(",", ":"))
    section = name("layout") + told.encode()
    return image.wasm + bytes((0,)) + unsigned(len(section)) + section


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(module())
