"""Widgets in a notebook that is a bare page."""

import os
from collections.abc import Callable
from typing import Any

import comm
import pytest
from playwright.sync_api import Page

from tests.notebook.cells import Notebook, Wire


@pytest.fixture
def notebook(
    new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Notebook]:
    """A function that opens an empty notebook; options are `new_page`'s."""
    monkeypatch.setattr(comm, "create_comm", Wire)

    def opened(*, ink: str = "#222", paper: str = "#fff", **options: Any) -> Notebook:
        return Notebook(new_page(**options), ink, paper)

    return opened


# They need programs that only `make notebooks` installs.
ALONE = ["test_programs.py", "test_callbacks.py"]
collect_ignore = [] if os.environ.get("RNNVIZ_NOTEBOOKS") else ALONE
