"""Requests as data: the same for the synchronous and the asynchronous client."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from ._errors import HubError, UnreachableError
from ._filters import Condition
from ._types import FeatureInput, JsonObject, Tags

CHUNK_FEATURES = 1000
CHUNK_BYTES = 512 * 1024
PAGE_FEATURES = 5000
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


@dataclass
class Call:
    """A request. `idempotent`: it may be sent again after a lost response."""

    method: str
    path: str
    params: list[tuple[str, str]] = field(default_factory=list)
    content: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    idempotent: bool = True


def path_of(space: str, *rest: str) -> str:
    """The path of a space, or of something in it."""
    return "/".join(["/hub/spaces", quote(space, safe=""), *(quote(part, safe="") for part in rest)])


def json_call(method: str, path: str, body: object, *, idempotent: bool = True) -> Call:
    """A request with a JSON body."""
    headers = {"Content-Type": "application/json"}
    return Call(method, path, [], json.dumps(body).encode(), headers, idempotent)


def query(
    *,
    where: Condition | str | None = None,
    tags: Tags | None = None,
    select: Iterable[str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> list[tuple[str, str]]:
    """The parameters that reads have in common.

    >>> query(tags=["a", ["b", "c"]], select=["p.name"], more={"limit": 5, "clip": True, "handle": None})
    [('tags', 'a,b+c'), ('selection', 'p.name'), ('limit', '5'), ('clip', 'true')]
    """
    params = []
    if where is not None:
        params.append(("filter", where.text if isinstance(where, Condition) else where))
    if tags:
        params.append(("tags", ",".join(tag if isinstance(tag, str) else "+".join(tag) for tag in tags)))
    if select is not None:
        params.append(("selection", ",".join(select)))
    for name, value in (more or {}).items():
        if value is not None:
            params.append((name, text_of(value)))
    return params


def text_of(value: object) -> str:
    """A value as the query string has it; a time without a zone is local.

    >>> from datetime import datetime, timezone
    >>> text_of(datetime(2026, 11, 16, 12, tzinfo=timezone.utc))
    '2026-11-16T12:00:00+00:00'
    """
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.astimezone()).isoformat()
    return str(value).lower() if isinstance(value, bool) else str(value)


def encoded(params: list[tuple[str, str]]) -> str:
    """The query string. In tags a plus sign means "and", and commas separate."""
    safe = {"tags": ",+"}
    return "&".join(f"{quote(name)}={quote(value, safe=safe.get(name, ''))}" for name, value in params)


def chunks(features: Iterable[FeatureInput]) -> Iterator[tuple[int, list[bytes]]]:
    """Features as JSON, as many as go well into a request, each chunk with the position of its first."""
    chunk: list[bytes] = []
    size = first = 0
    for position, feature in enumerate(features):
        text = json.dumps({"type": "Feature", **feature}, allow_nan=False).encode()
        if chunk and (len(chunk) == CHUNK_FEATURES or size + len(text) > CHUNK_BYTES):
            yield first, chunk
            chunk, size, first = [], 0, position
        chunk.append(text)
        size += len(text)
    if chunk:
        yield first, chunk


def write_call(space: str, chunk: list[bytes], params: list[tuple[str, str]], *, compress: bool) -> Call:
    """A chunk on its way; the response has lists only."""
    content = b'{"type":"FeatureCollection","features":[' + b",".join(chunk) + b"]}"
    headers = {"Content-Type": "application/geo+json", "Prefer": "return=minimal"}
    if compress:
        content, headers["Content-Encoding"] = gzip.compress(content, 4), "gzip"
    has_ids = b'"id":' in chunk[0]
    return Call("POST", path_of(space, "features"), params, content, headers, idempotent=has_ids)


def is_local(url: str) -> bool:
    """Whether the hub is on this machine, so that compression costs more than it saves."""
    return urlsplit(url).hostname in LOCAL_HOSTS


def wait_before(error: Exception, call: Call, tries: int) -> float | None:
    """How many seconds to wait before a request is sent again; None where it is not to be."""
    growing = min(5.0, 0.2 * 2.0**tries) * random.uniform(0.8, 1.2)
    if isinstance(error, UnreachableError):
        return growing if call.idempotent else None
    if not isinstance(error, HubError):
        return None
    is_busy = error.status == 429 or (error.status in (502, 503, 504) and call.idempotent)
    if not is_busy:
        return None
    return growing if error.retry_after is None else error.retry_after


def unreachable(error: httpx.TransportError) -> UnreachableError:
    """The error in words."""
    return UnreachableError(f"no response: {error or type(error).__name__}")


def features_of(page: JsonObject) -> list[JsonObject]:
    """The features of a response."""
    features: list[JsonObject] = page["features"]
    return features
