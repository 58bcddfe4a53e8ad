"""The lecture hall: rooms in which a class follows what its lecturer shows.

A room has no drawing and no page: it is the lecturer's place, as a link, and the order in which the
places came. `rnnviz.hall.room` is one, `rnnviz.hall.rooms` are all of a server, and
`rnnviz.hall.shelf` is where they are kept: on the disk, or in a Redis that several servers share.
"""

from pathlib import Path

from rnnviz.hall.ink import Ink
from rnnviz.hall.on_disk import home
from rnnviz.hall.room import TAKE_WITHIN, Room
from rnnviz.hall.rooms import Rooms
from rnnviz.hall.spotlight import light
from rnnviz.hall.strings import STRINGS
from rnnviz.hall.votes import Votes
from rnnviz.hall.where import REDIS, address, shelf

ASSETS = Path(__file__).with_name("assets")

__all__ = [
    "ASSETS",
    "REDIS",
    "STRINGS",
    "TAKE_WITHIN",
    "Ink",
    "Room",
    "Rooms",
    "Votes",
    "address",
    "home",
    "light",
    "shelf",
]
