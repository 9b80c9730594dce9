"""A map of a space for notebooks."""

from __future__ import annotations

import html
from urllib.parse import quote


class Map:
    """A page of the hub that shows a space; a notebook displays it in a frame. Nothing else is loaded.

    Its address has the token in it, as the tiles need one: clear outputs before you share a notebook.

    >>> Map("https://hub.example.org", "lakes", None).address
    'https://hub.example.org/embed#space=lakes'
    """

    def __init__(self, url: str, space: str, token: str | None, height: int = 480) -> None:
        access = f"&token={quote(token, safe='')}" if token else ""
        self.address = f"{url}/embed#space={quote(space, safe='')}{access}"
        self.height = height

    def _repr_html_(self) -> str:
        address = html.escape(self.address, quote=True)
        return f'<iframe src="{address}" style="width:100%;height:{self.height}px;border:0"></iframe>'
