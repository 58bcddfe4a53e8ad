"""The product of matrices as WebAssembly, which computes four numbers at once (WebAssembly 2.0, SIMD).

    product(out, a, b, rows, inner, columns, across, along): out += A B

as `assets/train/products.js` describes it, which has the same in JavaScript. The module takes its memory from
`rnnviz.memory`. Four rows and eight columns are summed up at once, so that each number of B that is read serves four
products; what is left over goes by fours, and then one by one.
"""

from collections.abc import Iterable
from typing import NamedTuple

PARAMETERS = ("out", "a", "b", "rows", "inner", "columns", "across", "along")
WHOLE = ("j", "left", "x", "w", "across2", "across3")
SINGLES = ("single0", "single1", "single2", "single3", "number")
VECTORS = (*(f"sum{row}{part}" for row in range(4) for part in range(2)), "w0", "w1", "spread")
LOCALS = {name: k for k, name in enumerate((*PARAMETERS, *WHOLE, *SINGLES, *VECTORS))}
# The types of WebAssembly, and what a block gives: nothing.
I32, F32, V128, NOTHING = b"\x7f", b"\x7d", b"\x7b", b"\x40"
END = b"\x0b"
ADD, SUB, SHIFT, AT_LEAST, IS_ZERO = b"\x6a", b"\x6b", b"\x74", b"\x4f", b"\x45"
BYTES, SHIFTED = 4, 2


class _Kind(NamedTuple):
    """Numbers that are computed at once: `size` of them, and the instructions for them.

    spread: loads one number, for each of them.
    """

    size: int
    load: bytes
    spread: bytes
    store: bytes
    add: bytes
    multiply: bytes


def _simd(code: int) -> bytes:
    return b"\xfd" + _unsigned(code)


def _unsigned(value: int) -> bytes:
    """LEB128."""
    found = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        found.append(low | (0x80 if value else 0))
        if not value:
            return bytes(found)


SINGLE = _Kind(1, b"\x2a", b"\x2a", b"\x38", b"\x92", b"\x94")
VECTOR = _Kind(4, _simd(0), _simd(9), _simd(11), _simd(0xE4), _simd(0xE6))


def wasm() -> bytes:
    """The module."""
    signature = b"\x60" + _list(I32 for _ in PARAMETERS) + b"\x00"
    memory = _name("rnnviz") + _name("memory") + b"\x02\x00\x01"
    kinds = ((WHOLE, I32), (SINGLES, F32), (VECTORS, V128))
    code = _list(_unsigned(len(names)) + kind for names, kind in kinds) + _body() + END
    sections = {
        1: _list([signature]),
        2: _list([memory]),
        3: _list([b"\x00"]),
        7: _list([_name("product") + b"\x00\x00"]),
        10: _list([_sized(code)]),
    }
    return b"\x00asm\x01\x00\x00\x00" + b"".join(
        bytes([number]) + _sized(section) for number, section in sections.items()
    )


def _body() -> bytes:
    in_bytes = b"".join(
        _set(name, _get(name) + _whole(SHIFTED) + SHIFT)
        for name in ("out", "a", "b", "columns", "across", "along")
    )
    steps = _set("across2", _get("across") + _get("across") + ADD)
    steps += _set("across3", _get("across2") + _get("across") + ADD)
    return in_bytes + steps + _rows(4) + _rows(1)


def _rows(count: int) -> bytes:
    """As many blocks of `count` rows as there are."""
    columns = _columns(VECTOR, count, 2) + _columns(VECTOR, count, 1) + _columns(SINGLE, count, 1)
    onward = [_increase(name, _get(step)) for name, step in (("out", "columns"), ("a", "across"))]
    body = _set("j", _whole(0)) + columns + b"".join(onward) * count + _decrease("rows", count)
    return _while(_get("rows") + _whole(count) + AT_LEAST, body)


def _columns(kind: _Kind, rows: int, parts: int) -> bytes:
    """As many blocks of `parts` times `kind` columns as are left."""
    width = BYTES * kind.size * parts
    return _while(
        _get("columns") + _get("j") + SUB + _whole(width) + AT_LEAST,
        _block(kind, rows, parts) + _increase("j", _whole(width)),
    )


def _block(kind: _Kind, rows: int, parts: int) -> bytes:
    """The sums of a block, added to what stands there."""
    wide = kind is VECTOR
    places = [(row, part) for row in range(rows) for part in range(parts)]
    sums = {(row, part): f"sum{row}{part}" if wide else f"single{row}" for row, part in places}
    spread = "spread" if wide else "number"

    def out(row: int) -> bytes:
        return _get("out") + _get("j") + ADD + (_get("columns") + ADD) * row

    def offset(part: int) -> bytes:
        return _memory(BYTES * kind.size * part)

    found = b"".join(
        _set(sums[row, part], out(row) + kind.load + offset(part)) for row, part in places
    )
    begun = (
        _set("x", _get("a")) + _set("w", _get("b") + _get("j") + ADD) + _set("left", _get("inner"))
    )
    steps = ("", "across", "across2", "across3")
    added = b""
    if wide:
        added += b"".join(
            _set(f"w{part}", _get("w") + kind.load + offset(part)) for part in range(parts)
        )
    for row in range(rows):
        at = _get("x") + (_get(steps[row]) + ADD if row else b"")
        added += _set(spread, at + kind.spread + _memory(0))
        for part in range(parts):
            factor = _get(f"w{part}") if wide else _get("w") + kind.load + _memory(0)
            product = _get(spread) + factor + kind.multiply
            added += _set(sums[row, part], _get(sums[row, part]) + product + kind.add)
    onward = _increase("x", _get("along")) + _increase("w", _get("columns")) + _decrease("left", 1)
    stored = b"".join(
        out(row) + _get(sums[row, part]) + kind.store + offset(part) for row, part in places
    )
    return found + begun + _while(_get("left"), added + onward) + stored


def _get(name: str) -> bytes:
    return b"\x20" + _unsigned(LOCALS[name])


def _set(name: str, value: bytes) -> bytes:
    return value + b"\x21" + _unsigned(LOCALS[name])


def _increase(name: str, by: bytes) -> bytes:
    return _set(name, _get(name) + by + ADD)


def _decrease(name: str, by: int) -> bytes:
    return _set(name, _get(name) + _whole(by) + SUB)


def _whole(value: int) -> bytes:
    """A constant below 64, for which LEB128 with and without a sign are the same."""
    assert 0 <= value < 64
    return b"\x41" + bytes([value])


def _memory(offset: int) -> bytes:
    """Where to load or store, beyond the address: numbers of four bytes."""
    return b"\x02" + _unsigned(offset)


def _while(condition: bytes, body: bytes) -> bytes:
    begin = b"\x02" + NOTHING + b"\x03" + NOTHING
    return begin + condition + IS_ZERO + b"\x0d\x01" + body + b"\x0c\x00" + END + END


def _list(parts: Iterable[bytes]) -> bytes:
    listed = list(parts)
    return _unsigned(len(listed)) + b"".join(listed)


def _sized(content: bytes) -> bytes:
    return _unsigned(len(content)) + content


def _name(name: str) -> bytes:
    return _sized(name.encode())
