"""The Step page: the stage on whatever one chooses."""

from pages.parts import address, controls, stage

link, problems = address.read("step")
controls.controls(link)
controls.notices(link, problems)
trace = stage.show(link, problems)
stage.download(link, trace)
