"""What is installed, for pages that run without a server."""

from functools import cache

from streamlit.components.v2 import manifest_scanner


def read_once() -> None:
    """At each run of such a page, Streamlit reads what every installed package says of itself, which
    takes as long as the page. From now on it does so once."""
    scan = manifest_scanner.scan_component_manifests
    manifest_scanner.scan_component_manifests = cache(scan)
