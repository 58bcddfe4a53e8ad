import pytest
import torch


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    """As in a worker; and small products are slower on two."""
    torch.set_num_threads(1)
