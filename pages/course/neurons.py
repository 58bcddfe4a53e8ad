"""Ground: what a neuron decides, what takes a layer, what a layer costs, and no cycle (003)."""

from pages.course.view import show

show("neurons")
