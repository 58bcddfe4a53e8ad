"""The Step page: the stage on any text and network the reader chooses."""

from pages.shared import address, stage
from pages.shared.notices import notices
from pages.step.beside import beside
from pages.step.controls import controls

link, problems = address.read("step")
controls(link)
beside(link)
notices(link, problems)
traces = stage.show(link, problems)
stage.download(link, traces)
