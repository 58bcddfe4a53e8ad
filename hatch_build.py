"""What the package says of itself beside pyproject.toml: the app needs what requirements.txt pins. And what a wheel has
beside the files of the repository: the font of formulas, so that whoever has installed it needs nothing to make it."""

import importlib.util
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
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


class Fonts(BuildHookInterface):
    made: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the font of formulas for a wheel. A clone that is installed as it stands makes its own."""
        if version == "editable":
            return
        place = Path("rnnviz") / "web" / "mathfont.py"
        # By its path: the package itself needs more than what builds it.
        spec = importlib.util.spec_from_file_location("mathfont", Path(self.root) / place)
        assert spec is not None
        assert spec.loader is not None
        mathfont = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(mathfont)
        try:
            fonts = mathfont.cut()
        except Exception as error:
            self.app.display_warning(f"The wheel comes without the font of formulas: {error}")
            return
        self.made = TemporaryDirectory()
        for name, font in fonts.items():
            made = Path(self.made.name) / name
            made.write_bytes(font)
            there = place.parent / mathfont.FOLDER.name / mathfont.file_name(name)
            build_data["force_include"][str(made)] = there.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Nothing stays beside the wheel."""
        if self.made is not None:
            self.made.cleanup()
