"""Code for statements and whole functions: each statement leaves the stack as it was."""

from __future__ import annotations

from collections.abc import Callable

from . import ir, wasm
from .expressions import ExpressionEmitter
from .instructions import Layout

_LEAVES = (ir.Return, ir.Break, ir.Continue)


def emit_function(function: ir.Function, layout: Layout) -> bytes:
    """Return the entry of the code section for a function."""
    return _FunctionEmitter(function, layout).body()


class _FunctionEmitter(ExpressionEmitter):
    def __init__(self, function: ir.Function, layout: Layout):
        super().__init__(function, layout)
        self._loops: list[tuple[int, int]] = []  # the labels of `break` and `continue`
        self._statements: dict[type[ir.Statement], Callable[..., None]] = {
            ir.Assign: self._assign,
            ir.Update: self._update,
            ir.Evaluate: self._evaluate,
            ir.Return: self._return,
            ir.If: self._if,
            ir.While: self._while,
            ir.RangeLoop: self._range_loop,
            ir.RowLoop: self._row_loop,
            ir.Break: self._break,
            ir.Continue: self._continue,
        }

    def body(self) -> bytes:
        """Return the locals and the code of the function, preceded by their length."""
        statements = self._function.body
        last = statements[-1] if statements else None
        if isinstance(last, ir.Return):
            self._block(statements[:-1])
            if last.value is not None:
                self._value(last.value)
        else:
            self._block(statements)
            if self._function.signature.returns:
                self._code.append(wasm.UNREACHABLE)  # as the checker has proved
        self._code.append(wasm.END)
        locals_ = self._declarations()
        return wasm.unsigned(len(locals_) + len(self._code)) + locals_ + self._code

    def _block(self, body: list[ir.Statement]) -> None:
        for statement in body:
            self._statements[type(statement)](statement)

    # --- assignments ---

    def _assign(self, node: ir.Assign) -> None:
        targets, values = node.targets, node.values
        if len(targets) == 1:
            self._assign_one(targets[0], values[0])
            return
        slots = [target.slot for target in targets if isinstance(target, ir.Local)]
        if len(values) == len(targets) == len(slots) == len(set(slots)):
            for value in values:
                self._value(value)
            for slot in reversed(slots):
                self._set(self._local(slot))
            return
        settled = []
        for value in values:
            self._value(value)
            settled.append(self._settle_stack())
        for number, target in enumerate(targets):
            push = settled[number % len(settled)].push
            if isinstance(target, ir.Local):
                push()
                self._set(self._local(target.slot))
            else:
                offset = self._address(target.array, target.index, target.at)
                push()
                self._write(offset)
        for one in settled:
            one.release()

    def _assign_one(self, target: ir.Target, value: ir.Expression) -> None:
        if isinstance(target, ir.Local):
            self._value(value)
            self._set(self._local(target.slot))
        elif not self._checked and (_unchanging(target.index) or not _calls(value)):
            offset = self._address(target.array, target.index, target.at)
            self._value(value)
            self._write(offset)
        else:  # Python evaluates the value first, and that may change what the index reads
            settled = self._settle(value)
            offset = self._address(target.array, target.index, target.at)
            settled.push()
            settled.release()
            self._write(offset)

    def _update(self, node: ir.Update) -> None:
        target = node.target
        offset = self._address(target.array, target.index, target.at)
        helper = self._take()
        self._tee(helper)
        self._get(helper)
        self._release(helper)
        self._read(offset)
        self._apply(ir.Binary(node.op, ir.Load(target.array, target.index, target.at), node.value, node.at))
        self._write(offset)

    def _evaluate(self, node: ir.Evaluate) -> None:
        self._value(node.call)
        if node.call.function.returns:
            self._code.append(wasm.DROP)

    # --- control ---

    def _return(self, node: ir.Return) -> None:
        if node.value is not None:
            self._value(node.value)
        self._code.append(wasm.RETURN)

    def _if(self, node: ir.If) -> None:
        if isinstance(node.test, ir.Const):
            # Inside a block, because what follows a taken branch is never reached.
            self._open(wasm.BLOCK)
            self._block(node.then if node.test.value else node.otherwise)
            self._close()
        elif not node.otherwise:
            end = self._open(wasm.BLOCK)
            self._jump(node.test, False, end)
            self._block(node.then)
            self._close()
        else:
            end = self._open(wasm.BLOCK)
            otherwise = self._open(wasm.BLOCK)
            self._jump(node.test, False, otherwise)
            self._block(node.then)
            if not isinstance(node.then[-1] if node.then else None, _LEAVES):
                self._branch(end)
            self._close()
            self._block(node.otherwise)
            self._close()

    def _break(self, node: ir.Break) -> None:
        self._branch(self._loops[-1][0])

    def _continue(self, node: ir.Continue) -> None:
        self._branch(self._loops[-1][1])

    def _while(self, node: ir.While) -> None:
        end = self._open(wasm.BLOCK)
        top = self._open(wasm.LOOP)
        self._jump(node.test, False, end)
        self._loops.append((end, top))
        self._block(node.body)
        self._loops.pop()
        self._branch(top)
        self._close()
        self._close()

    def _loop_body(self, body: list[ir.Statement], end: int, continues: bool) -> None:
        """Emit a body after which the loop still has something to do, so that `continue` leads there."""
        label = self._open(wasm.BLOCK) if continues else 0
        self._loops.append((end, label))
        self._block(body)
        self._loops.pop()
        if continues:
            self._close()

    def _range_loop(self, node: ir.RangeLoop) -> None:
        """Count.

        The variable changes only when a round begins, as in Python: it keeps its value when there is no
        round at all, and the last one after the loop. Where the body assigns it, a helper counts instead.
        """
        variable = self._local(node.variable.slot)
        counter = self._take() if node.variable.slot in node.writes else variable
        start = self._settle(node.start)
        fixed = isinstance(node.stop, ir.Local) and node.stop.slot not in node.writes | {node.variable.slot}
        if fixed or isinstance(node.stop, ir.Const):
            stop = self._settle(node.stop)
        else:
            self._value(node.stop)
            stop = self._settle_stack()
        end = self._open(wasm.BLOCK)
        start.push()
        stop.push()
        self._code.append(wasm.I32_GE_S if node.step > 0 else wasm.I32_LE_S)
        self._branch(end, wasm.BR_IF)
        start.push()
        self._set(counter)
        top = self._open(wasm.LOOP)
        if counter != variable:
            self._get(counter)
            self._set(variable)
        self._loop_body(node.body, end, node.continues)
        # Is there another round? The distance to the stop is positive and fits in 32 unsigned bits.
        if node.step > 0:
            stop.push()
            self._get(counter)
        else:
            self._get(counter)
            stop.push()
        self._code.append(wasm.I32_SUB)
        self._const(abs(node.step))
        self._code.append(wasm.I32_GT_U)
        self._open(wasm.IF)
        self._get(counter)
        self._const(node.step)
        self._code.append(wasm.I32_ADD)
        self._set(counter)
        self._branch(top)
        self._close()
        self._close()
        self._close()
        start.release()
        stop.release()
        if counter != variable:
            self._release(counter)

    def _row_loop(self, node: ir.RowLoop) -> None:
        """Walk through the items of a row, which lie one after the other in memory."""
        rows = self._layout.rows[node.table]
        width = max(node.table.width, 1)
        offset = self._scaled(rows, node.row, node.at, len(node.table.rows), node.table.name)
        item, stop = self._take(), self._take()
        self._tee(item)
        self._read(offset + 4)
        self._set(stop)
        self._get(item)
        self._read(offset)
        self._set(item)
        end = self._open(wasm.BLOCK)
        self._get(item)
        self._get(stop)
        self._code.append(wasm.I32_GE_U)
        self._branch(end, wasm.BR_IF)
        top = self._open(wasm.LOOP)
        for number, variable in enumerate(node.variables):
            self._get(item)
            self._read(4 * number)
            self._set(self._local(variable.slot))
        self._loop_body(node.body, end, node.continues)
        self._get(item)
        self._const(4 * width)
        self._code.append(wasm.I32_ADD)
        self._tee(item)
        self._get(stop)
        self._code.append(wasm.I32_LT_U)
        self._branch(top, wasm.BR_IF)
        self._close()
        self._close()
        self._release(item, stop)


def _unchanging(node: ir.Expression) -> bool:
    """Tell whether no call can change an expression: it reads locals only."""
    if isinstance(node, ir.Const | ir.Local):
        return True
    if isinstance(node, ir.Binary):
        return _unchanging(node.left) and _unchanging(node.right)
    return False


def _calls(node: ir.Expression) -> bool:
    """Tell whether an expression calls a function."""
    if isinstance(node, ir.Call):
        return True
    if isinstance(node, ir.Binary | ir.Compare):
        return _calls(node.left) or _calls(node.right)
    if isinstance(node, ir.Load):
        return _calls(node.index)
    # Everything else is rare on the right of an assignment to an element: assume that it may.
    return not isinstance(node, ir.Const | ir.Local)
