"""What a pickle of weights would have its reader do, counted before it is read.

Of a `.pt` file torch reads the tensors alone and runs no code; but a small file may have it build
objects for minutes. The state_dict of a network with eight layers takes some 3,000 of the objects
that are counted here.
"""

import pickletools
from typing import BinaryIO

from rnnviz.locale import N_, Refusal

# Objects that a file may have built, those inside of one that is used again counted again; and the
# characters that count as one.
MOST_OBJECTS, CHARACTERS = 50_000, 16
# All that a state_dict calls for.
CALLED = {
    "collections OrderedDict",
    "torch._utils _rebuild_parameter",
    "torch._utils _rebuild_tensor",
    "torch._utils _rebuild_tensor_v2",
}
CALLS = {"GLOBAL", "STACK_GLOBAL", "INST", "EXT1", "EXT2", "EXT4"}
FETCHES = {"GET", "BINGET", "LONG_BINGET"}
KEEPS = {"PUT", "BINPUT", "LONG_BINPUT"}
# They put what is above a container into it.
FILLS = {"APPEND", "APPENDS", "SETITEM", "SETITEMS", "ADDITEMS", "BUILD"}
NOT_WHOLE = N_("The file is not a whole file of torch.save.")
MORE = N_(
    "The file holds more than weights, or is no file of torch.save; save the "
    "module's state_dict() alone."
)


class _Built:
    """An object that the reader would build. count: it, and all that is in it."""

    def __init__(self, count: int) -> None:
        self.count = count


def check(file: BinaryIO, pickles: int = 1) -> None:
    """Raises Refusal where the next pickles in a file would build too much, or call what no
    state_dict does. Nothing is built, and counting ends at the limit."""
    total = 0
    for _ in range(pickles):
        try:
            total = _counted(file, total)
        except Refusal:
            raise
        except (ValueError, IndexError, KeyError) as error:
            raise Refusal(NOT_WHOLE) from error


def _counted(file: BinaryIO, total: int) -> int:
    """`total` and what the next pickle builds. Raises ValueError, IndexError or KeyError where it
    makes no sense."""
    stack: list[_Built] = []
    # The stacks below the marks.
    below: list[list[_Built]] = []
    kept: dict[object, _Built] = {}
    for opcode, given, _position in pickletools.genops(file):
        if opcode.name in CALLS and not _is_called(given):
            raise Refusal(MORE)
        if opcode.name == "MARK":
            below.append(stack)
            stack = []
            continue
        if opcode.name in KEEPS:
            kept[given] = stack[-1]
            continue
        parts: list[_Built] = []
        needed = [one.name for one in opcode.stack_before]
        if "mark" in needed:
            parts, stack = stack, below.pop()
            needed = needed[: needed.index("mark")]
        for _ in needed:
            parts.append(stack.pop())
        if opcode.name in FETCHES:
            built = kept[given]
            total += built.count
        elif opcode.name in FILLS:
            # The container was the last to be taken from the stack.
            built = parts.pop()
            built.count += sum(part.count for part in parts)
            total += 1
        else:
            own = 1 + (len(given) // CHARACTERS if isinstance(given, str | bytes) else 0)
            built = _Built(own + sum(part.count for part in parts))
            total += own
        if total > MOST_OBJECTS:
            raise Refusal(MORE)
        stack += [built] * len(opcode.stack_after)
    return total


def _is_called(name: object) -> bool:
    """torch's storages say what kind of numbers they hold."""
    return isinstance(name, str) and (
        name in CALLED or (name.startswith("torch ") and name.endswith("Storage"))
    )
