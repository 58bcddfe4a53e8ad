"""What a wheel has beside the package: the app's pages, and the font of formulas, so that whoever installs it needs
nothing to make it."""

import importlib.util
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Beside(BuildHookInterface):
    made: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add both to a wheel. A clone that is installed as it stands has the pages, and makes the font for itself."""
        if version != "editable":
            self._add_pages(build_data["force_include"])
            self._add_fonts(build_data["force_include"])

    def _add_pages(self, included: dict[str, str]) -> None:
        root = Path(self.root)
        for path in (root / "pages").rglob("*"):
            # As pyproject.toml leaves them out of the package.
            if path.is_file() and not path.name.endswith((".d.ts", ".pyc")):
                there = Path("rnnviz") / "_app" / path.relative_to(root)
                included[str(path)] = there.as_posix()

    def _add_fonts(self, included: dict[str, str]) -> None:
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
            included[str(made)] = there.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Nothing stays beside the wheel."""
        if self.made is not None:
            self.made.cleanup()
