"""Files that the hub writes in the background: the same for both clients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._calls import Call, path_of
from ._errors import ExportError
from ._types import JsonObject

FIRST_WAIT = 0.1
LONGEST_WAIT = 3.0


def begin(space: str, params: list[tuple[str, str]]) -> Call:
    """Asks for a file. Sent once: after a lost response there may be a file already."""
    return Call("POST", path_of(space, "exports"), params, idempotent=False)


def state(space: str, id: str) -> Call:
    """Asks how far it is."""
    return Call("GET", path_of(space, "exports", id))


def file_of(space: str, job: JsonObject) -> Call:
    """Asks for the file of a complete export; its name comes from the hub, escaped already."""
    name = str(job["file"]).rsplit("/", 1)[-1]
    return Call("GET", f"{path_of(space, 'exports', str(job['id']))}/{name}")


def discard(space: str, id: str) -> Call:
    """Ends an export, or deletes its file."""
    return Call("DELETE", path_of(space, "exports", id))


def is_complete(job: JsonObject) -> bool:
    """Whether the file is there; raises where the export came to nothing."""
    if job["state"] == "failed":
        raise ExportError(job)
    return bool(job["state"] == "done")


def waits() -> Iterator[float]:
    """Seconds between two looks.

    >>> from itertools import islice
    >>> list(islice(waits(), 7))
    [0.1, 0.2, 0.4, 0.8, 1.6, 3.0, 3.0]
    """
    wait = FIRST_WAIT
    while True:
        yield wait
        wait = min(LONGEST_WAIT, 2 * wait)


def parameters(format: str, min_zoom: int | None, max_zoom: int | None) -> dict[str, Any]:
    """What is asked for beside filters."""
    return {"format": format, "minZoom": min_zoom, "maxZoom": max_zoom}
