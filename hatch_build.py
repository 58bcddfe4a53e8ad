"""What the package says of itself beside pyproject.toml: the app needs what requirements.txt pins."""

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Extras(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """Add `rnnviz[app]`."""
        lines = (Path(self.root) / "requirements.txt").read_text("utf-8").splitlines()
        app = [line for line in lines if line and not line.startswith("#")]
        metadata["optional-dependencies"] = {"app": app}
