"""What Python has on POSIX and not on Windows, as mypy's stubs of the standard library say."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

WINDOWS, LINUX = "win32", "linux"


@cache
def lacks(module: str) -> frozenset[str]:
    """The names that a module of the standard library has on Linux alone."""
    return frozenset(_names(module, LINUX) - _names(module, WINDOWS))


@cache
def is_missing(module: str) -> bool:
    """Whether Windows has no such module, or an empty one."""
    return bool(lacks(module)) and all(one.startswith("_") for one in _names(module, WINDOWS))


@cache
def _names(module: str, platform: str) -> frozenset[str]:
    path = _stub(module)
    if path is None:
        return frozenset()
    found: set[str] = set()
    for node in _on(ast.parse(path.read_text(encoding="utf-8")).body, platform):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found.add(node.name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign():
                found |= {one.id for one in node.targets if isinstance(one, ast.Name)}
            case ast.ImportFrom(module=str(other), names=[ast.alias(name="*")], level=level):
                package = module if path.stem == "__init__" else module.rpartition(".")[0]
                found |= _names(f"{package}.{other}" if level else other, platform)
            case ast.ImportFrom():
                # A stub passes on what it imports under its own name.
                found |= {one.asname for one in node.names if one.asname == one.name}
    return frozenset(found)


def _stub(module: str) -> Path | None:
    mypy = find_spec("mypy")
    assert mypy is not None
    assert mypy.origin is not None
    folder = Path(mypy.origin).parent / "typeshed" / "stdlib"
    path = folder.joinpath(*module.split("."))
    places = (path.with_suffix(".pyi"), path / "__init__.pyi")
    return next((place for place in places if place.exists()), None)


def _on(body: list[ast.stmt], platform: str) -> Iterator[ast.stmt]:
    """The statements of a stub that count on a platform."""
    for node in body:
        if isinstance(node, ast.If):
            yield from _on(node.body if _holds(node.test, platform) else node.orelse, platform)
        else:
            yield node


def _holds(test: ast.expr, platform: str) -> bool:
    match test:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_holds(part, platform) for part in parts)
        case ast.BoolOp(op=ast.Or(), values=parts):
            return any(_holds(part, platform) for part in parts)
        case ast.Compare(
            left=ast.Attribute(attr="platform"),
            ops=[operator],
            comparators=[ast.Constant(value=named)],
        ):
            return (platform == named) == isinstance(operator, ast.Eq)
    # Of a version of Python: what any has.
    return True
