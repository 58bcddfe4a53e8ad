"""A module of PyTorch's that is run to be looked at, and afterwards is as it was before."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

TABLES = ("_parameters", "_buffers", "_modules")


@contextmanager
def as_it_was(module: Any) -> Iterator[None]:
    """Within it the module is as after `eval()`; after it, whatever happened, its modes, its attributes, its buffers
    and the numbers that torch draws next are what they were.

    What the module changes in place in lists of its own stays changed. On a GPU the layers run without cuDNN, whose
    recurrent layers have no way back in `eval()`.
    """
    import torch

    parts = list(module.modules())
    attributes = [dict(vars(part)) for part in parts]
    tables = [{name: dict(vars(part)[name]) for name in TABLES} for part in parts]
    buffers = [(one, one.detach().clone()) for one in module.buffers()]
    try:
        with torch.random.fork_rng(), torch.backends.cudnn.flags(enabled=False):
            for part in parts:
                part.training = False
            yield
    finally:
        for part, own, held in zip(parts, attributes, tables, strict=True):
            vars(part).clear()
            vars(part).update(own)
            for name, entries in held.items():
                vars(part)[name].clear()
                vars(part)[name].update(entries)
        with torch.no_grad():
            for one, before in buffers:
                if not torch.equal(one, before):
                    one.copy_(before)
