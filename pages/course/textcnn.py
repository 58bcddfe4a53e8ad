"""Words: a convolution over a sentence, and the largest value of each filter (003, "TextCNN")."""

from pages.course.chapter import chapter
from pages.shared.language import current
from rnnviz.course.messages import messages

chapter("textcnn", dict(messages(current())))
