"""What happens to be installed beside Streamlit is not asked for components.

At its start, and in a test at each run of a page, Streamlit reads what every installed package says of
itself, in case one brings components. That takes a quarter of the start, and ours come with our pages.
"""

from pathlib import Path

from streamlit.components.v2 import manifest_scanner
from streamlit.components.v2.manifest_scanner import ComponentManifest


def ask_none() -> None:
    """From now on Streamlit finds no package that brings components."""
    manifest_scanner.scan_component_manifests = _none


def _none(max_workers: int | None = None) -> list[tuple[ComponentManifest, Path]]:  # noqa: ARG001
    return []
