"""Ground: what a neuron decides, what takes a layer, what a layer costs, and no cycle (003)."""

from pages.course.chapter import chapter

chapter("neurons")
