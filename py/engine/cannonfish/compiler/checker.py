"""The checker: Python's syntax tree of a function in, the checked form (`ir.py`) or a DialectError out.

One walk, in the order in which Python executes the function. It resolves names, folds constants, refuses
everything outside the dialect, and proves that every local has a value where it is read and that a function
with a result always returns one. Each refusal says what to write instead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias

from . import ir
from .dialect import (
    BUILTINS,
    INSTEAD,
    OPERATORS,
    Resolve,
    SourceLines,
    Unusable,
    fits,
    is_int,
)
from .errors import OVERFLOW, DialectError, numeral, too_large
from .symbols import SMALLEST, Array, Signature, Table


def check_function(
    node: ast.FunctionDef, signature: Signature, resolve: Resolve, lines: SourceLines
) -> ir.Function:
    """Check the body of a dialect function against the names that its file can see."""
    return _Checker(node, signature, resolve, lines).function()


_Slots: TypeAlias = set[int] | None
"""The slots that hold a value on every path to some point of the function; None if there is no such path."""


def _merge(one: _Slots, other: _Slots) -> _Slots:
    if one is None:
        return other
    return one if other is None else one & other


def _min_max(test: ir.Expression, then: ir.Expression, otherwise: ir.Expression) -> ir.MinMax | None:
    """The smaller or larger number, if a conditional expression such as `a if a < b else b` chooses it."""
    if not isinstance(test, ir.Compare) or test.op not in ("<", "<=", ">", ">="):
        return None
    compared, chosen = (_leaf(test.left), _leaf(test.right)), (_leaf(then), _leaf(otherwise))
    if None in compared or chosen not in (compared, compared[::-1]):
        return None
    return ir.MinMax(test.op.startswith(">") == (chosen == compared), test.left, test.right)


def _leaf(node: ir.Expression) -> tuple[str, int] | None:
    """A key that is equal for the same local or number; None for other expressions."""
    match node:
        case ir.Local(slot):
            return "local", slot
        case ir.Const(value):
            return "number", value
    return None


@dataclass
class _Loop:
    """The slots that hold a value where the body of a loop is left."""

    after_break: _Slots = None
    after_continue: _Slots = None


class _Checker:
    def __init__(
        self,
        node: ast.FunctionDef,
        signature: Signature,
        resolve: Resolve,
        lines: SourceLines,
    ):
        self._node = node
        self._signature = signature
        self._resolve = resolve
        self._lines = lines
        self._slots: dict[str, int] = {}
        self._assigned: _Slots = set()
        self._loops: list[_Loop] = []
        self._begins: dict[ir.Expression | ir.Statement, int] = {}
        """The line at which each statement, and each call, begins."""

    def function(self) -> ir.Function:
        node = self._node
        for argument in node.args.args:
            self._bind(argument.arg, argument)
        body = node.body
        if ast.get_docstring(node, clean=False) is not None:
            body = body[1:]
        statements = self._block(body)
        if self._signature.returns and self._assigned is not None:
            raise self._error(node.body[-1], f"`{node.name}` may end here without returning a number")
        return ir.Function(self._signature, self._lines.file, list(self._slots), statements, self._begins)

    # --- helpers ---

    def _error(self, node: ast.AST, reason: str) -> DialectError:
        return self._lines.error(node, reason)

    def _wrong_kind(self, node: ast.AST) -> DialectError:
        return self._error(node, INSTEAD.get(type(node), f"{type(node).__name__} is not in the dialect"))

    def _visitor(self, node: ast.AST) -> Callable[..., Any]:
        """Return the method named after the type of a node."""
        visitor: Callable[..., Any] | None = getattr(self, f"visit_{type(node).__name__}", None)
        if visitor is None:
            raise self._wrong_kind(node)
        return visitor

    def _at(self, node: ast.expr | ast.stmt) -> ir.Position:
        return self._lines.place(node)

    def _number(self, node: ast.AST, value: int) -> ir.Const:
        if not fits(value):
            raise self._error(node, OVERFLOW.format(numeral(value)))
        return ir.Const(value)

    def _bind(self, name: str, node: ast.AST) -> ir.Local:
        """Make `name` a local that holds a value from here on."""
        slot = self._slots.get(name)
        if slot is None:
            self._refuse_shadow(name, node)
            slot = self._slots[name] = len(self._slots)
        if self._assigned is not None:
            self._assigned.add(slot)
        return ir.Local(slot)

    def _temporary(self) -> ir.Local:
        """Make a local without a name."""
        slot = len(self._slots)
        self._slots[f".{slot}"] = slot
        return ir.Local(slot)

    def _refuse_shadow(self, name: str, node: ast.AST) -> None:
        symbol = self._resolve(name)
        if isinstance(symbol, int):
            raise self._error(node, f"`{name}` is a constant and cannot be assigned; take another name")
        if isinstance(symbol, Array):
            raise self._error(node, f"`{name}` is an array; assign to `{name}[index]`, or take another name")
        if isinstance(symbol, Table):
            raise self._error(node, f"`{name}` is a constant table and cannot be assigned; take another name")
        if isinstance(symbol, Signature):
            raise self._error(node, f"`{name}` is a function; take another name for the variable")
        if isinstance(symbol, Unusable):
            raise self._error(node, f"`{name}` is already defined at {symbol.location}; take another name")
        if name in BUILTINS:
            raise self._error(node, f"`{name}` is a function of Python; take another name for the variable")

    # --- expressions ---

    def _expression(self, node: ast.expr) -> ir.Expression:
        expression: ir.Expression = self._visitor(node)(node)
        return expression

    def visit_Constant(self, node: ast.Constant) -> ir.Expression:
        value = node.value
        if type(value) is int or type(value) is bool:
            return self._number(node, int(value))
        if isinstance(value, float):
            raise self._error(node, "floats are not in the dialect; scale to whole numbers")
        if isinstance(value, str | bytes):
            raise self._error(node, "text is not in the dialect")
        raise self._error(node, f"{value!r} is not a number of the dialect")

    def visit_Name(self, node: ast.Name) -> ir.Expression:
        name = node.id
        slot = self._slots.get(name)
        if slot is not None:
            if self._assigned is not None and slot not in self._assigned:
                raise self._unassigned(node)
            return ir.Local(slot)
        symbol = self._resolve(name)
        if isinstance(symbol, int):
            return self._number(node, symbol)
        if isinstance(symbol, Array):
            raise self._error(node, f"`{name}` is an array and only usable as `{name}[index]`")
        if isinstance(symbol, Table):
            raise self._error(node, f"`{name}` is a table and only usable as `for ... in {name}[row]:`")
        if isinstance(symbol, Signature):
            raise self._error(node, f"`{name}` is a function; call it as `{symbol}`")
        if isinstance(symbol, Unusable):
            raise self._error(node, f"`{name}` cannot be used in a dialect function: {symbol.reason}")
        raise self._unknown(node)

    def _unknown(self, node: ast.Name) -> DialectError:
        name = node.id
        for other in ast.walk(self._node):
            if isinstance(other, ast.Name) and other.id == name and isinstance(other.ctx, ast.Store):
                return self._unassigned(node)
        if name in BUILTINS:
            return self._error(node, f"`{name}` is a function of Python and must be called")
        if name.startswith("_"):
            return self._error(
                node, f"`{name}` is private to building tables; dialect functions use public names"
            )
        return self._error(node, f"`{name}` is not defined or imported in this file")

    def _unassigned(self, node: ast.Name) -> DialectError:
        return self._error(
            node, f"`{node.id}` may have no value here; assign it on every path that leads to this line"
        )

    def _array(self, node: ast.Subscript) -> Array:
        if not isinstance(node.value, ast.Name):
            raise self._error(node, "only `ARRAY[index]` with the name of an array is in the dialect")
        name = node.value.id
        if name in self._slots:
            raise self._error(node, f"`{name}` is a number; only arrays have an index")
        symbol = self._resolve(name)
        if isinstance(symbol, Array):
            return symbol
        if isinstance(symbol, Table):
            raise self._error(node, f"`{name}` is a table and only usable as `for ... in {name}[row]:`")
        if isinstance(symbol, Unusable):
            raise self._error(node, f"`{name}` cannot be used in a dialect function: {symbol.reason}")
        if symbol is None:
            raise self._unknown(node.value)
        raise self._error(node, f"`{name}` is not an array")

    def _index(self, node: ast.expr, length: int, name: str) -> ir.Expression:
        index = self._expression(node)
        if isinstance(index, ir.Const) and not 0 <= index.value < length:
            hint = "; a negative index does not count from the end" if index.value < 0 else ""
            raise self._error(node, f"index {index.value} is outside {name}[{length}]{hint}")
        return index

    def visit_Subscript(self, node: ast.Subscript) -> ir.Element:
        array = self._array(node)
        return ir.Element(array, self._index(node.slice, array.length, array.name), self._at(node))

    def visit_BinOp(self, node: ast.BinOp) -> ir.Expression:
        return self._operation(node, self._expression(node.left), self._expression(node.right))

    def _operation(
        self, node: ast.BinOp | ast.AugAssign, left: ir.Expression, right: ir.Expression
    ) -> ir.Expression:
        sign, compute = self._operator(node, node.op)
        self._check_right(node, sign, right)
        if isinstance(left, ir.Const) and isinstance(right, ir.Const):
            return self._number(node, compute(left.value, right.value))
        return ir.Binary(sign, left, right, self._at(node))

    def _operator(self, node: ast.AST, op: ast.operator | ast.cmpop) -> tuple[str, Callable[[int, int], int]]:
        if type(op) not in OPERATORS:
            raise self._error(node, INSTEAD[type(op)])
        return OPERATORS[type(op)]

    def _check_right(self, node: ast.AST, sign: str, right: ir.Expression) -> None:
        """Refuse a constant that is outside the limits of the operator."""
        if isinstance(right, ir.Const):
            if sign in ("//", "%") and right.value == 0:
                raise self._error(node, "division by zero")
            if sign in ("<<", ">>") and not 0 <= right.value <= 31:
                raise self._error(node, f"shift by {right.value}; only 0 to 31 is in the dialect")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ir.Expression:
        if isinstance(node.op, ast.USub):
            match node.operand:
                case ast.Constant(int(value)) if value == -SMALLEST:
                    return ir.Const(SMALLEST)
            operand = self._expression(node.operand)
            if isinstance(operand, ir.Const):
                return self._number(node, -operand.value)
            return ir.Binary("-", ir.Const(0), operand, self._at(node))
        if isinstance(node.op, ast.Not):
            operand = self._expression(node.operand)
            return ir.Const(int(not operand.value)) if isinstance(operand, ir.Const) else ir.Not(operand)
        if isinstance(node.op, ast.Invert):
            if isinstance(node.operand, ast.Compare | ast.BoolOp) or (
                isinstance(node.operand, ast.UnaryOp) and isinstance(node.operand.op, ast.Not)
            ):
                raise self._error(node, "~ of a truth value is never what is meant; write `not`")
            operand = self._expression(node.operand)
            if isinstance(operand, ir.Const):
                return ir.Const(~operand.value)
            return ir.Binary("^", operand, ir.Const(-1), self._at(node))
        raise self._error(node, INSTEAD[type(node.op)])

    def visit_Compare(self, node: ast.Compare) -> ir.Expression:
        operators = [self._operator(node, op) for op in node.ops]
        left = self._expression(node.left)
        comparisons: list[ir.Expression] = []
        for (sign, compute), comparator in zip(operators, node.comparators, strict=True):
            right = again = self._expression(comparator)
            if comparator is not node.comparators[-1] and not isinstance(right, ir.Const | ir.Local):
                again = self._temporary()  # for the next comparison
                right = ir.Tee(again, right)
            if isinstance(left, ir.Const) and isinstance(right, ir.Const):
                comparisons.append(ir.Const(int(compute(left.value, right.value))))
            else:
                comparisons.append(ir.Compare(sign, left, right))
            left = again
        return comparisons[0] if len(comparisons) == 1 else ir.Logic(True, comparisons)

    def visit_BoolOp(self, node: ast.BoolOp) -> ir.Expression:
        every = isinstance(node.op, ast.And)
        checked = [self._expression(value) for value in node.values]
        operands: list[ir.Expression] = []
        for operand in checked:
            if isinstance(operand, ir.Const) and operand is not checked[-1] and bool(operand.value) == every:
                continue  # never decides
            operands.append(operand)
            if isinstance(operand, ir.Const):
                break  # always decides: the rest is never evaluated
        return operands[0] if len(operands) == 1 else ir.Logic(every, operands)

    def visit_IfExp(self, node: ast.IfExp) -> ir.Expression:
        test = self._expression(node.test)
        then = self._expression(node.body)
        otherwise = self._expression(node.orelse)
        if isinstance(test, ir.Const):
            return then if test.value else otherwise
        return _min_max(test, then, otherwise) or ir.Select(test, then, otherwise)

    def visit_Call(self, node: ast.Call) -> ir.Expression:
        value = self._call(node)
        if isinstance(value, ir.Call) and not value.function.returns:
            raise self._error(node, f"`{value.function.name}` returns None and has no value to use")
        return value

    def _call(self, node: ast.Call) -> ir.Expression:
        if not isinstance(node.func, ast.Name):
            raise self._wrong_kind(node.func)
        name = node.func.id
        if node.keywords:
            raise self._error(
                node.keywords[0], "keyword arguments are not in the dialect; pass them in order"
            )
        if name in self._slots:
            raise self._error(node, f"`{name}` is a number and cannot be called")
        symbol = self._resolve(name)
        if isinstance(symbol, Signature):
            arguments = [self._expression(argument) for argument in node.args]
            if len(arguments) != len(symbol.parameters):
                count = f"{len(arguments)} argument{'s' * (len(arguments) != 1)}"
                raise self._error(node, f"`{symbol}` called with {count}")
            call = ir.Call(symbol, arguments)
            self._begins[call] = node.lineno
            return call
        if isinstance(symbol, Unusable):
            raise self._error(node, f"`{name}` cannot be used in a dialect function: {symbol.reason}")
        if symbol is not None:
            raise self._error(node, f"`{name}` is not a function")
        if name in BUILTINS:
            return self._builtin(name, node)
        if name.startswith("_"):
            raise self._error(
                node, f"`{name}` is private to building tables; dialect functions call public ones"
            )
        raise self._error(node, f"`{name}` is not a function of the dialect")

    def _builtin(self, name: str, node: ast.Call) -> ir.Expression:
        if name == "range":
            raise self._error(node, "range() is only usable as `for ... in range(...):`")
        if name == "len":
            return self._length(node)
        operands = [self._expression(argument) for argument in node.args]
        constants = [operand.value for operand in operands if isinstance(operand, ir.Const)]
        if name == "abs":
            if len(operands) != 1:
                raise self._error(node, "abs() takes one number")
            if constants:
                return self._number(node, abs(constants[0]))
            kept = self._temporary()
            negative = ir.Binary("-", ir.Const(0), kept, self._at(node))
            return ir.MinMax(True, ir.Tee(kept, operands[0]), negative)
        if len(operands) < 2:
            raise self._error(node, f"{name}() takes two or more numbers")
        if len(constants) == len(operands):
            return ir.Const(max(constants) if name == "max" else min(constants))
        return reduce(lambda left, right: ir.MinMax(name == "max", left, right), operands)

    def _length(self, node: ast.Call) -> ir.Expression:
        argument = node.args[0] if len(node.args) == 1 else None
        symbol = None
        if isinstance(argument, ast.Name) and argument.id not in self._slots:
            symbol = self._resolve(argument.id)
        if not isinstance(symbol, Array):
            raise self._error(node, "len() is only usable with the name of an array")
        return ir.Const(symbol.length)

    # --- statements ---

    def _block(self, body: list[ast.stmt]) -> list[ir.Statement]:
        """Check statements. Unreachable ones are checked and then left out."""
        statements: list[ir.Statement] = []
        for node in body:
            reachable = self._assigned is not None
            statement: ir.Statement | None = self._visitor(node)(node)
            if statement is not None and reachable:
                statements.append(statement)
                self._begins[statement] = node.lineno
        return statements

    def visit_Pass(self, node: ast.Pass) -> None:
        """Nothing to do."""

    def _target(self, node: ast.expr) -> ir.Target:
        if isinstance(node, ast.Name):
            return self._bind(node.id, node)
        if isinstance(node, ast.Subscript):
            return self._stored(node)
        raise self._wrong_kind(node)

    def _stored(self, node: ast.Subscript) -> ir.Element:
        element = self.visit_Subscript(node)
        element.array.mutable = True
        return element

    def _assign(self, nodes: list[ast.expr], values: list[ir.Expression]) -> ir.Assign:
        """Assign values to as many targets, or one value to all of them."""
        targets = [self._target(node) for node in nodes]
        for number, target in enumerate(targets):
            value = values[number % len(values)]
            if isinstance(target, ir.Element) and isinstance(value, ir.Const):
                array = target.array
                if not -1 << array.bits - 1 <= value.value < 1 << array.bits - 1:
                    raise self._error(nodes[number], too_large(array.name).format(value.value))
        return ir.Assign(targets, values)

    def visit_Assign(self, node: ast.Assign) -> ir.Statement:
        first = node.targets[0]
        if isinstance(first, ast.Tuple):
            if not first.elts:
                raise self._error(first, "an empty tuple of targets does nothing; remove the line")
            if len(node.targets) > 1:
                raise self._error(node, "assign a tuple to one tuple of targets only")
            if not isinstance(node.value, ast.Tuple) or len(node.value.elts) != len(first.elts):
                raise self._error(
                    node, f"a tuple of {len(first.elts)} targets needs {len(first.elts)} values in line"
                )
            names = [target.id for target in first.elts if isinstance(target, ast.Name)]
            if len(set(names)) < len(names):
                raise self._error(node, "name each target once: Python 3.11.0-3.11.3 assign in another order")
            values = [self._expression(value) for value in node.value.elts]
            return self._assign(first.elts, values)
        return self._assign(node.targets, [self._expression(node.value)])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ir.Statement:
        if not isinstance(node.target, ast.Name):
            raise self._error(node.target, "only a plain local variable can be annotated")
        if not is_int(node.annotation):
            raise self._error(node.annotation, f"the variable `{node.target.id}` can only be annotated `int`")
        if node.value is None:
            raise self._error(node, f"give `{node.target.id}` a value here, or leave the line out")
        value = self._expression(node.value)
        return ir.Assign([self._target(node.target)], [value])

    def visit_AugAssign(self, node: ast.AugAssign) -> ir.Statement:
        if isinstance(node.target, ast.Name):
            old = self.visit_Name(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            if not isinstance(old, ir.Local):
                self._bind(node.target.id, node.target)
            value = self._operation(node, old, self._expression(node.value))
            return ir.Assign([self._bind(node.target.id, node.target)], [value])
        if not isinstance(node.target, ast.Subscript):
            raise self._wrong_kind(node.target)
        target = self._stored(node.target)
        value = self._expression(node.value)
        sign, _ = self._operator(node, node.op)
        self._check_right(node, sign, value)
        return ir.Update(target, sign, value, self._at(node))

    def visit_Expr(self, node: ast.Expr) -> ir.Statement:
        if not isinstance(node.value, ast.Call):
            if isinstance(node.value, ast.Constant | ast.Name | ast.BinOp | ast.Compare):
                raise self._error(node, "a value on its own does nothing; assign it, or remove the line")
            self._expression(node.value)
            raise self._error(node, "an expression on its own does nothing; write a call or an assignment")
        call = self._call(node.value)
        if not isinstance(call, ir.Call):
            raise self._error(node, "this call does nothing; assign its value, or remove the line")
        return ir.ExprStatement(call)

    def visit_Return(self, node: ast.Return) -> ir.Statement:
        value = None
        if self._signature.returns:
            if node.value is None:
                raise self._error(node, f"`{self._signature.name}` must return a number")
            value = self._expression(node.value)
        elif node.value is not None:
            raise self._error(
                node, f"`{self._signature.name}` is annotated `-> None` and cannot return a value"
            )
        self._assigned = None
        return ir.Return(value)

    def visit_If(self, node: ast.If) -> ir.Statement:
        test = self._expression(node.test)
        before = self._copy()
        then = self._block(node.body)
        after = self._assigned
        self._assigned = before
        otherwise = self._block(node.orelse)
        self._assigned = _merge(after, self._assigned)
        return ir.If(test, then, otherwise)

    def _copy(self) -> _Slots:
        return None if self._assigned is None else set(self._assigned)

    def _body(self, node: ast.While | ast.For) -> tuple[_Loop, list[ir.Statement]]:
        if node.orelse:
            raise self._error(node.orelse[0], "else after a loop is not in the dialect; use a variable")
        loop = _Loop()
        self._loops.append(loop)
        body = self._block(node.body)
        self._loops.pop()
        return loop, body

    def visit_While(self, node: ast.While) -> ir.Statement:
        test = self._expression(node.test)
        endless = isinstance(test, ir.Const) and test.value != 0
        before = self._copy()
        loop, body = self._body(node)
        self._assigned = loop.after_break if endless else _merge(before, loop.after_break)
        return ir.While(test, body, self._at(node))

    def visit_For(self, node: ast.For) -> ir.Statement:
        source = node.iter
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "range":
            return self._range_loop(node, source)
        if isinstance(source, ast.Subscript) and isinstance(source.value, ast.Name):
            symbol = self._resolve(source.value.id)
            if isinstance(symbol, Table) and source.value.id not in self._slots:
                return self._row_loop(node, symbol, source)
        raise self._error(source, "a loop runs over `range(...)` or over `TABLE[row]` with a constant table")

    def _range_loop(self, node: ast.For, source: ast.Call) -> ir.Statement:
        if not isinstance(node.target, ast.Name):
            raise self._error(node.target, "a loop over range() has one variable")
        if source.keywords or not 1 <= len(source.args) <= 3:
            raise self._error(source, "range() takes one to three numbers")
        bounds = [self._expression(argument) for argument in source.args]
        if len(bounds) == 1:
            bounds.insert(0, ir.Const(0))
        step = 1
        if len(bounds) == 3:
            constant = bounds.pop()
            if not isinstance(constant, ir.Const) or constant.value == 0:
                raise self._error(source.args[2], "the step of range() must be a constant other than 0")
            step = constant.value
        start, stop = bounds
        runs = False
        if isinstance(start, ir.Const) and isinstance(stop, ir.Const):
            runs = len(range(start.value, stop.value, step)) > 0
        before = self._copy()
        variable = self._bind(node.target.id, node.target)
        loop, body = self._body(node)
        after_round = _merge(self._assigned, loop.after_continue)
        self._assigned = _merge(after_round if runs else before, loop.after_break)
        return ir.RangeLoop(variable, start, stop, step, body, self._at(node))

    def _row_loop(self, node: ast.For, table: Table, source: ast.Subscript) -> ir.Statement:
        row = self._index(source.slice, len(table.rows), table.name)
        before = self._copy()
        if isinstance(node.target, ast.Name):
            names: list[ast.expr] = [node.target]
            width = 0
        elif isinstance(node.target, ast.Tuple):
            names = node.target.elts
            width = len(names)
            if not names:
                raise self._error(node.target, "a loop over a row has at least one variable")
        else:
            raise self._wrong_kind(node.target)
        if width != table.width and any(table.rows):
            contents = f"tuples of {table.width}" if table.width else "plain numbers"
            raise self._error(node.target, f"the rows of `{table.name}` hold {contents}")
        variables = []
        for name in names:
            if not isinstance(name, ast.Name):
                raise self._error(name, "the variables of a loop are plain names")
            variables.append(self._bind(name.id, name))
        loop, body = self._body(node)
        self._assigned = _merge(before, loop.after_break)
        return ir.RowLoop(variables, table, row, body, self._at(source))

    def visit_Break(self, node: ast.Break) -> ir.Statement:
        loop = self._loops[-1]
        loop.after_break = _merge(loop.after_break, self._assigned)
        self._assigned = None
        return ir.Break()

    def visit_Continue(self, node: ast.Continue) -> ir.Statement:
        loop = self._loops[-1]
        loop.after_continue = _merge(loop.after_continue, self._assigned)
        self._assigned = None
        return ir.Continue()
