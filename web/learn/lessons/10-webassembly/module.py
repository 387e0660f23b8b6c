I32 = 0x7F
LOCAL_GET, I32_CONST, END = 0x20, 0x41, 0x0B
ADD, SUB, MUL, AND, OR, XOR = 0x6A, 0x6B, 0x6C, 0x71, 0x72, 0x73


def number(value):
    """Seven bits to a byte, the lowest first; the eighth bit says that there is more."""
    out = []
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value & 127])


def section(kind, body):
    """A part of a module: its number, its length, its contents."""
    return bytes([kind]) + number(len(body)) + body


def module(parameters, body, locals=0):
    """A module with one function `f`, which takes numbers and returns one."""
    declared = bytes([1, locals, I32]) if locals else bytes([0])
    code = declared + body + bytes([END])
    return (
        b"\0asm\1\0\0\0"
        + section(1, bytes([1, 0x60, parameters] + [I32] * parameters + [1, I32]))  # types
        + section(3, bytes([1, 0]))  # functions and their types
        + section(7, b"\x01\x01f\x00\x00")  # what others may call
        + section(10, bytes([1]) + number(len(code)) + code)  # the code
    )


A, B = 0, 1
squares = bytes([LOCAL_GET, A, LOCAL_GET, A, MUL, LOCAL_GET, B, LOCAL_GET, B, MUL, ADD])
made = module(2, squares)
print(len(made), "bytes:", made.hex(" "))
print("f(3, 4) =", load(made).f(3, 4))
