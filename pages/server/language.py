"""The language in which a request is answered."""

from starlette.requests import HTTPConnection

from rnnviz.locale import reader_language


def language_of(request: HTTPConnection) -> str:
    """The one that its address asks for with `lang`, else the closest to its browser's."""
    spoken = request.headers.get("accept-language", "")
    return reader_language(request.query_params.get("lang", ""), spoken)
