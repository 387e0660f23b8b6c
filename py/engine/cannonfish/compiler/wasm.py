"""The part of the WebAssembly binary format that the emitter uses.

Numbers are those of the core specification 2.0, chapters 5.4 (instructions) and 5.5 (modules).
"""

from __future__ import annotations

from collections.abc import Iterable

I32 = 0x7F
I64 = 0x7E
V128 = 0x7B
VOID = 0x40

UNREACHABLE = 0x00
BLOCK = 0x02
LOOP = 0x03
IF = 0x04
ELSE = 0x05
END = 0x0B
BR = 0x0C
BR_IF = 0x0D
RETURN = 0x0F
CALL = 0x10
DROP = 0x1A
SELECT = 0x1B
LOCAL_GET = 0x20
LOCAL_SET = 0x21
LOCAL_TEE = 0x22
I32_LOAD = 0x28
I32_LOAD16_S = 0x2E
I32_STORE = 0x36
I64_STORE = 0x37
I32_STORE16 = 0x3B
I32_CONST = 0x41
I32_EQZ = 0x45
I32_EQ = 0x46
I32_NE = 0x47
I32_LT_S = 0x48
I32_LT_U = 0x49
I32_GT_S = 0x4A
I32_LE_S = 0x4C
I32_LE_U = 0x4D
I32_GE_S = 0x4E
I32_GE_U = 0x4F
I64_NE = 0x52
I32_ADD = 0x6A
I32_SUB = 0x6B
I32_MUL = 0x6C
I32_DIV_S = 0x6D
I32_REM_S = 0x6F
I32_AND = 0x71
I32_OR = 0x72
I32_XOR = 0x73
I32_SHL = 0x74
I32_SHR_S = 0x75
I32_SHR_U = 0x76
I64_ADD = 0x7C
I64_SUB = 0x7D
I64_MUL = 0x7E
I64_SHL = 0x86
I32_WRAP_I64 = 0xA7
I64_EXTEND_I32_S = 0xAC
I32_EXTEND16_S = 0xC1
I64_EXTEND32_S = 0xC4

VECTOR = 0xFD
"""The prefix of the following instructions, whose numbers are in LEB128."""
V128_LOAD = 0x00
V128_LOAD16X4_S = 0x03
V128_STORE = 0x0B
I8X16_SHUFFLE = 0x0D
I16X8_SPLAT = 0x10
I32X4_SPLAT = 0x11
I16X8_EXTRACT_LANE_S = 0x18
I32X4_EXTRACT_LANE = 0x1B
I32X4_REPLACE_LANE = 0x1C
V128_AND = 0x4E
V128_OR = 0x50
V128_XOR = 0x51
V128_STORE64_LANE = 0x5B
I32X4_EXTADD_PAIRWISE_I16X8_S = 0x7E
I16X8_SHL = 0x8B
I16X8_SHR_S = 0x8C
I16X8_ADD = 0x8E
I16X8_SUB = 0x91
I16X8_MUL = 0x95
I16X8_MIN_S = 0x96
I16X8_MAX_S = 0x98
I32X4_SHL = 0xAB
I32X4_SHR_S = 0xAC
I32X4_ADD = 0xAE
I32X4_SUB = 0xB1
I32X4_MUL = 0xB5
I32X4_MIN_S = 0xB6
I32X4_MAX_S = 0xB8
I32X4_DOT_I16X8_S = 0xBA

ALIGNED = 2
ALIGNED_16 = 1
"""The alignment of a load or store: a multiple of 2**2 bytes, or of 2**1."""

OTHER_MEMORY = 0x40
"""Added to an alignment: the number of a memory other than the first one follows."""
SHARED_MEMORY = 3
"""The kind of limits of a memory that threads share: a minimum and a maximum."""

MAGIC = b"\0asm\1\0\0\0"

TYPE_SECTION, IMPORT_SECTION, FUNCTION_SECTION = 1, 2, 3
MEMORY_SECTION, EXPORT_SECTION, CODE_SECTION, DATA_SECTION = 5, 7, 10, 11
CUSTOM_SECTION = 0
FUNCTION_KIND, MEMORY_KIND = 0, 2


def unsigned(value: int) -> bytes:
    """LEB128 of a number that is not negative."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """LEB128 of any number."""
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value & 127)
    return bytes(out)


def name(text: str) -> bytes:
    """A name: its length in bytes, then UTF-8."""
    data = text.encode()
    return unsigned(len(data)) + data


def vector(items: Iterable[bytes]) -> bytes:
    """A vector: the number of items, then the items."""
    items = list(items)
    return unsigned(len(items)) + b"".join(items)


def limits(kind: int, pages: int) -> bytes:
    """The size of a memory that does not grow."""
    return bytes((kind,)) + unsigned(pages) + unsigned(pages)


def section(identifier: int, body: bytes) -> bytes:
    """A section of a module."""
    return bytes((identifier,)) + unsigned(len(body)) + body


def function_type(parameters: bytes, results: bytes) -> bytes:
    """The type of a function, from the types of its parameters and results."""
    return b"\x60" + unsigned(len(parameters)) + parameters + unsigned(len(results)) + results


def function_names(names: Iterable[str]) -> bytes:
    """The custom section that gives functions, numbered from 0, the names shown in stack traces."""
    entries = vector(unsigned(index) + name(text) for index, text in enumerate(names))
    return section(CUSTOM_SECTION, name("name") + section(1, entries))


def wrapped(address: int) -> int:
    """An address of 32 bits as the signed number with the same bits."""
    return (address ^ 1 << 31) - (1 << 31)


def active_data(address: int, data: bytes) -> bytes:
    """A data segment that is copied into memory when the module is instantiated."""
    return b"\x00\x41" + signed(wrapped(address)) + b"\x0b" + unsigned(len(data)) + data
