"""Tables as files that spreadsheets open, with times in their reader's own zone."""

import re
from collections.abc import Mapping
from datetime import timedelta, timezone

from starlette.requests import Request
from starlette.responses import Response

# A day, as a bound of a time zone's minutes.
MINUTES_OF_A_DAY = 24 * 60


def zone_of(request: Request) -> timezone | None:
    """A reader's zone, whose `minutes` east of Greenwich a request has; None for what is none."""
    minutes = request.query_params.get("minutes", "")
    is_zone = re.fullmatch(r"-?\d{1,4}", minutes) and abs(int(minutes)) < MINUTES_OF_A_DAY
    return timezone(timedelta(minutes=int(minutes))) if is_zone else None


def csv_file(table: str, name: str, headers: Mapping[str, str]) -> Response:
    """A table as a file of this name, in letters and digits."""
    own = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    # With a mark at its beginning, spreadsheets read it as UTF-8.
    body = ("\ufeff" + table).encode("utf-8", "replace")
    return Response(body, media_type="text/csv", headers={**headers, **own})
