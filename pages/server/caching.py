"""For how long browsers, and a CDN before the servers, may keep what they were sent.

`FOREVER` is what has a hash of its content in its name. `SHARED` is the same for everybody in a language: a browser
asks each time whether it is still so, a CDN each minute, whatever the number of readers. All else
says `private`, `no-cache` or `no-store`.
"""

FOREVER = "public, immutable, max-age=31536000"
SHARED = "public, max-age=0, must-revalidate, s-maxage=60"
