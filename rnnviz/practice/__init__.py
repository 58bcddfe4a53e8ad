"""Tasks that a reader computes on paper: new numbers for each seed, each answer judged, slips named.

A task is a network of two units with weights of two decimals, a text, and the quantities of one of
its steps, or of what the output layer makes of it; or an exercise around the cells, such as a step of
Adam. Its answers are those of its equations, and a slip is another equation: what a reader who makes it would compute.
"""

from rnnviz.practice.judging import Judged
from rnnviz.practice.slips import SLIPS
from rnnviz.practice.tasks import ExerciseTask, StepTask, Task, families, task
from rnnviz.practice.writing import judge_equation

__all__ = [
    "SLIPS",
    "ExerciseTask",
    "Judged",
    "StepTask",
    "Task",
    "families",
    "judge_equation",
    "task",
]
