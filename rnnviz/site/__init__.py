"""The static edition: rnnviz as a folder that any web host serves, without Python behind it.

`write` makes the folder from what the app itself shows: the course with all its chapters, and the
stage on the built-in texts. `single` makes one HTML file of the same. What only the static edition
needs is in this folder.
"""

from rnnviz.site.edition import write
from rnnviz.site.single import single

__all__ = ["single", "write"]
