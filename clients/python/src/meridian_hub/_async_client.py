"""The asynchronous client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from os import PathLike
from types import TracebackType
from typing import Any

import httpx

from . import _exports
from ._calls import (
    PAGE_FEATURES,
    Call,
    chunks,
    encoded,
    features_of,
    is_local,
    json_call,
    path_of,
    query,
    unreachable,
    wait_before,
    write_call,
)
from ._client import Where
from ._errors import HubError, UnreachableError, WriteError, json_of
from ._types import Feature, FeatureInput, JsonObject, Tags, Time, WriteReport


class AsyncClient:
    """A hub, for programs on asyncio. Use it with `async with`, or `aclose` it.

    >>> async def names():
    ...     async with AsyncClient(HUB, token=TOKEN) as hub:
    ...         space = await hub.create_space("Async", id="py-async")
    ...         await space.write({"id": f"f{n}", "geometry": None} for n in range(3))
    ...         found = [feature["id"] async for feature in space.iterate(page_size=2)]
    ...         await space.drop()
    ...         return found
    >>> import asyncio
    >>> asyncio.run(names())
    ['f0', 'f1', 'f2']
    """

    def __init__(
        self,
        url: str = "http://localhost:8080",
        *,
        token: str | None = None,
        retry_seconds: float = 60,
        timeout: float = 60,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.retry_seconds = retry_seconds
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.AsyncClient(headers=headers, timeout=timeout, transport=transport)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def spaces(self, owner: str = "me") -> list[JsonObject]:
        """The definitions of the spaces of an account: `me`, `others`, `*` or its id."""
        listed: list[JsonObject] = json_of(await self.send(Call("GET", "/hub/spaces", [("owner", owner)])))
        return listed

    async def create_space(self, title: str, **definition: Any) -> AsyncSpace:  # noqa: ANN401
        """Create a space; further members as in its definition."""
        call = json_call("POST", "/hub/spaces", {"title": title, **definition}, idempotent=False)
        return AsyncSpace(self, json_of(await self.send(call))["id"])

    def space(self, id: str) -> AsyncSpace:
        """The space of that id, which is not looked for before it is used."""
        return AsyncSpace(self, id)

    async def send(self, call: Call) -> httpx.Response:
        """Send a request of your own; again while the hub is busy, after as long as it asks for."""
        deadline = time.monotonic() + self.retry_seconds
        tries = 0
        while True:
            try:
                return await self._once(call)
            except (HubError, UnreachableError) as error:
                wait = wait_before(error, call, tries)
                if wait is None or time.monotonic() + wait > deadline:
                    raise
                await asyncio.sleep(wait)
                tries += 1

    async def stream(self, call: Call) -> AsyncIterator[bytes]:
        """The body of a response in pieces."""
        try:
            async with self._http.stream(call.method, self._address(call), headers=call.headers) as response:
                if not response.is_success:
                    await response.aread()
                    raise HubError.of(response)
                async for piece in response.aiter_bytes():
                    yield piece
        except httpx.TransportError as error:
            raise unreachable(error) from error

    def _address(self, call: Call) -> str:
        return f"{self.url}{call.path}?{encoded(call.params)}" if call.params else f"{self.url}{call.path}"

    async def _once(self, call: Call) -> httpx.Response:
        try:
            response = await self._http.request(
                call.method, self._address(call), content=call.content, headers=call.headers
            )
        except httpx.TransportError as error:
            raise unreachable(error) from error
        if not response.is_success:
            raise HubError.of(response)
        return response


class AsyncSpace:
    """A space of a hub, and the features in it; parameters are those of `Space`."""

    def __init__(self, hub: AsyncClient, id: str) -> None:
        self.hub = hub
        self.id = id

    async def definition(self) -> JsonObject:
        """The definition of the space."""
        return await self._json(Call("GET", path_of(self.id)))

    async def update(self, **changes: Any) -> JsonObject:  # noqa: ANN401
        """Change the definition; None removes a member."""
        return await self._json(json_call("PATCH", path_of(self.id), changes))

    async def drop(self) -> None:
        """Delete the space with all its features."""
        await self.hub.send(Call("DELETE", path_of(self.id)))

    async def get(self, id: str, *, version: int | None = None, at: Time | None = None) -> Feature:
        """One feature; in a space with history also as it was in a version, or at a time."""
        params = query(more={"version": version, "at": at})
        return await self._json(Call("GET", path_of(self.id, "features", id), params))

    async def put(self, feature: FeatureInput) -> Feature:
        """Write one feature, whole; it needs an id."""
        return await self._json(json_call("PUT", path_of(self.id, "features", feature["id"]), dict(feature)))

    async def patch(self, id: str, changes: FeatureInput) -> Feature:
        """Change parts of a feature; None removes a member."""
        return await self._json(json_call("PATCH", path_of(self.id, "features", id), dict(changes)))

    async def delete(self, *ids: str) -> None:
        """Delete features by their ids."""
        await self.hub.send(Call("DELETE", path_of(self.id, "features"), [("id", id) for id in ids]))

    async def write(
        self,
        features: Iterable[FeatureInput],
        *,
        replace: bool = True,
        add_tags: Iterable[str] | None = None,
    ) -> WriteReport:
        """Write any number of features; what is there is replaced, or else patched."""
        report = WriteReport()
        more = {"transactional": False, "e": "replace" if replace else "patch"}
        params = query(more={**more, "addTags": ",".join(add_tags) if add_tags else None})
        for first, chunk in chunks(features):
            try:
                await self._write_chunk(chunk, first, params, report)
            except (HubError, UnreachableError) as error:
                raise WriteError(report) from error
        return report

    async def _write_chunk(
        self, chunk: list[bytes], first: int, params: list[tuple[str, str]], report: WriteReport
    ) -> None:
        call = write_call(self.id, chunk, params, compress=not is_local(self.hub.url))
        try:
            report.add(await self._json(call), len(chunk), first)
        except HubError as error:
            if error.status != 413 or len(chunk) == 1:
                raise
            half = len(chunk) // 2
            await self._write_chunk(chunk[:half], first, params, report)
            await self._write_chunk(chunk[half:], first + half, params, report)

    async def iterate(
        self,
        *,
        where: Where = None,
        tags: Tags | None = None,
        select: Iterable[str] | None = None,
        sort: str | None = None,
        version: int | None = None,
        at: Time | None = None,
        page_size: int = PAGE_FEATURES,
    ) -> AsyncIterator[Feature]:
        """Every feature that matches, page by page."""
        more = {"limit": page_size, "sort": sort, "version": version, "at": at}
        params = query(where=where, tags=tags, select=select, more=more)
        handle: list[tuple[str, str]] = []
        while True:
            page = await self._json(Call("GET", path_of(self.id, "iterate"), params + handle))
            for feature in features_of(page):
                yield feature
            if "handle" not in page:
                return
            handle = [("handle", page["handle"])]

    async def search(
        self,
        *,
        where: Where = None,
        tags: Tags | None = None,
        select: Iterable[str] | None = None,
        limit: int | None = None,
    ) -> list[Feature]:
        """The first matches."""
        params = query(where=where, tags=tags, select=select, more={"limit": limit})
        return features_of(await self._json(Call("GET", path_of(self.id, "search"), params)))

    async def bbox(
        self,
        west: float,
        south: float,
        east: float,
        north: float,
        *,
        where: Where = None,
        limit: int | None = None,
    ) -> list[Feature]:
        """What intersects a box."""
        edges = {"west": west, "south": south, "east": east, "north": north}
        params = query(where=where, more={**edges, "limit": limit})
        return features_of(await self._json(Call("GET", path_of(self.id, "bbox"), params)))

    async def near(
        self, lon: float, lat: float, radius: float, *, where: Where = None, limit: int | None = None
    ) -> list[Feature]:
        """What is within so many metres of a position."""
        params = query(where=where, more={"lon": lon, "lat": lat, "radius": radius, "limit": limit})
        return features_of(await self._json(Call("GET", path_of(self.id, "spatial"), params)))

    async def intersecting(
        self,
        geometry: Mapping[str, Any],
        *,
        radius: float = 0,
        where: Where = None,
        limit: int | None = None,
    ) -> list[Feature]:
        """What intersects a geometry, or is within so many metres of it."""
        call = json_call("POST", path_of(self.id, "spatial"), dict(geometry))
        call.params = query(where=where, more={"radius": radius, "limit": limit})
        return features_of(await self._json(call))

    async def changesets(
        self, start: int | None = None, end: int | None = None
    ) -> AsyncIterator[tuple[int, JsonObject]]:
        """What versions changed, one by one; a large one may come in several parts."""
        params = query(more={"startVersion": start, "endVersion": end})
        token: list[tuple[str, str]] = []
        while True:
            page = await self._json(Call("GET", path_of(self.id, "changesets"), params + token))
            for version, changes in page["versions"].items():
                yield int(version), changes
            if "nextPageToken" not in page:
                return
            token = [("pageToken", page["nextPageToken"])]

    def export(self, format: str = "geojson", *, where: Where = None) -> AsyncIterator[bytes]:
        """The space as a file, in pieces, for `async for`."""
        params = query(where=where, more={"format": format})
        return self.hub.stream(Call("GET", path_of(self.id, "export"), params))

    async def export_file(
        self,
        path: str | PathLike[str],
        format: str = "geojson",
        *,
        where: Where = None,
        select: Iterable[str] | None = None,
        min_zoom: int | None = None,
        max_zoom: int | None = None,
    ) -> JsonObject:
        """Let the hub write a file of one version, also pmtiles and mbtiles, and fetch it."""
        more = _exports.parameters(format, min_zoom, max_zoom)
        job = await self._json(_exports.begin(self.id, query(where=where, select=select, more=more)))
        try:
            for wait in _exports.waits():
                job = await self._json(_exports.state(self.id, job["id"]))
                if _exports.is_complete(job):
                    break
                await asyncio.sleep(wait)
            with open(path, "wb") as file:
                async for piece in self.hub.stream(_exports.file_of(self.id, job)):
                    file.write(piece)
        finally:
            await self.hub.send(_exports.discard(self.id, job["id"]))
        return job

    async def count(self, *, where: Where = None, tags: Tags | None = None) -> int:
        """How many features match."""
        counted = await self._json(Call("GET", path_of(self.id, "count"), query(where=where, tags=tags)))
        return int(counted["count"])

    async def statistics(self) -> JsonObject:
        """Count, size, extent, properties and tags."""
        return await self._json(Call("GET", path_of(self.id, "statistics")))

    async def _json(self, call: Call) -> JsonObject:
        body: JsonObject = json_of(await self.hub.send(call))
        return body
