"""What the package says of itself beside pyproject.toml: the app needs what requirements.txt pins."""

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

# Notebooks bring versions of their own.
NOTEBOOK = ["anywidget>=0.9.13"]
# Those who have Keras have h5py already.
KERAS = ["h5py>=3.10"]
CLUSTER = ["distributed>=2026.1"]
REDIS = ["redis>=6.0"]


class Extras(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """Add what `rnnviz[app]` and the other extras need."""
        lines = (Path(self.root) / "requirements.txt").read_text("utf-8").splitlines()
        app = [line for line in lines if line and not line.startswith("#")]
        metadata["optional-dependencies"] = {
            "app": app,
            "cluster": CLUSTER,
            "keras": KERAS,
            "notebook": NOTEBOOK,
            "redis": REDIS,
        }
