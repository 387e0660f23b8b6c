import ast

OPERATIONS = {ast.Add: ADD, ast.Sub: SUB, ast.Mult: MUL, ast.BitAnd: AND, ast.BitOr: OR, ast.BitXor: XOR}


def emit(node, names):
    """The instructions that leave the value of an expression on the stack."""
    if isinstance(node, ast.Constant):
        return bytes([I32_CONST]) + number(node.value)
    if isinstance(node, ast.Name):
        return bytes([LOCAL_GET, names.index(node.id)])
    if isinstance(node, ast.BinOp):
        code = emit(node.left, names) + emit(node.right, names)
        return code + bytes([OPERATIONS[type(node.op)]])
    raise SyntaxError(f"what is {ast.unparse(node)}?")


def instructions(text, names):
    return emit(ast.parse(text, mode="eval").body, names)


def compiled(text, names):
    """A function that computes the expression."""
    return load(module(len(names), instructions(text, names))).f


for text in ("a + 1", "a * a + b * b", "a - (b - 2)"):
    print(f"{text:14}", instructions(text, ["a", "b"]).hex(" "))
