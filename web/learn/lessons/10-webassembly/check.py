for text, names, cases in (
    ("a + 1", ["a"], [(4,), (-1,)]),
    ("a - b", ["a", "b"], [(7, 3), (3, 7)]),
    ("(a - 2) * (b + a - 1000)", ["a", "b"], [(5, 1), (0, 900)]),
    ("a ^ b & 63 | 1", ["a", "b"], [(9, 200), (4, 4)]),
):
    code = instructions(text, names)
    try:
        function = compiled(text, names)
    except Exception:
        function = None
    assert function, ("refused", text, code.hex(" "))
    for case in cases:
        expected = eval(text, dict(zip(names, case)))
        found = function(*case)
        assert found == expected, ("value", text, ", ".join(map(str, case)), expected, found)
