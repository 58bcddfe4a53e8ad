"""The operations of an equation, one after the other, as a reader computes them on paper."""

from rnnviz.cells.expression import Expression, Leaf, Negative, Sum, Transposed, parts


def operations(e: Expression) -> tuple[Expression, ...]:
    """What is computed for an equation, in that order; the last one is the equation itself, also where nothing is
    computed and it is only read.

    A term that is subtracted belongs to its sum, a transposed matrix to its product.
    """
    return tuple(dict.fromkeys([*_computed(e), e]))


def _computed(e: Expression) -> list[Expression]:
    if isinstance(e, Leaf | Transposed):
        return []
    operands = [
        one.of if isinstance(e, Sum) and isinstance(one, Negative) else one for one in parts(e)
    ]
    return [*(one for operand in operands for one in _computed(operand)), e]
