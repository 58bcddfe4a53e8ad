"""Twenty questions that students ask, each answered by a view that settles it."""

from pages.course.reference import reference

QUESTIONS = (
    "same_w", "passed_on", "in_a_state", "c_and_h", "a_unit", "letters", "between_batches", "h0",
    "why_tanh", "tanh_on_c", "c_above_1", "lstm_vanish", "summed", "bptt", "detach", "forcing",
    "conventions", "last_h", "temperature", "nonsense",
)  # fmt: skip

reference("questions", {"": QUESTIONS})
