from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from tests.systems import folder_in_memory


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    """As in a worker; and small products are slower on two."""
    torch.set_num_threads(1)


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A process that is killed leaves the same in memory as on a disk, which nobody waits for here."""
    with folder_in_memory() as folder:
        yield folder
