"""Memory: how the cell evolved, from the plain network to its descendants of 2024."""

from pages.course.chapter import chapter
from pages.shared.language import current
from rnnviz.course.evolution import evolution
from rnnviz.presets.recall import COLOURS, LETTERS

alphabet = COLOURS if current() == "zh-Hans" else LETTERS
chapter("evolution", evolution(), {"recall": alphabet.text(alphabet.symbols[0])})
