"""Words: a convolution over a sentence, and the largest value of each filter (003, "TextCNN")."""

from pages.course.view import show

show("textcnn")
