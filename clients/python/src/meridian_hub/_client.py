"""The synchronous client."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from types import TracebackType
from typing import Any, Union

import httpx

from . import _exports
from ._arrow import from_arrow, to_table
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
from ._errors import HubError, UnreachableError, WriteError, json_of
from ._filters import Condition
from ._frames import from_frame, to_frame
from ._maps import Map
from ._progress import Progress
from ._types import Feature, FeatureInput, JsonObject, Tags, Time, WriteReport

Where = Union[Condition, str, None]


class Client:
    """A hub. Use it as a context manager, or `close` it.

    `retry_seconds`: how long requests are repeated while the hub is busy or unreachable.
    """

    def __init__(
        self,
        url: str = "http://localhost:8080",
        *,
        token: str | None = None,
        retry_seconds: float = 60,
        timeout: float = 60,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.retry_seconds = retry_seconds
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(headers=headers, timeout=timeout, transport=transport)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def spaces(self, owner: str = "me") -> list[JsonObject]:
        """The definitions of the spaces of an account: `me`, `others`, `*` or its id."""
        listed: list[JsonObject] = json_of(self.send(Call("GET", "/hub/spaces", [("owner", owner)])))
        return listed

    def create_space(self, title: str, **definition: Any) -> Space:  # noqa: ANN401
        """Create a space; `id`, `description`, `shared`, `enableHistory` and so on as in its definition."""
        call = json_call("POST", "/hub/spaces", {"title": title, **definition}, idempotent=False)
        return Space(self, json_of(self.send(call))["id"])

    def space(self, id: str) -> Space:
        """The space of that id, which is not looked for before it is used."""
        return Space(self, id)

    def send(self, call: Call) -> httpx.Response:
        """Send a request of your own; again while the hub is busy, after as long as it asks for."""
        deadline = time.monotonic() + self.retry_seconds
        tries = 0
        while True:
            try:
                return self._once(call)
            except (HubError, UnreachableError) as error:
                wait = wait_before(error, call, tries)
                if wait is None or time.monotonic() + wait > deadline:
                    raise
                time.sleep(wait)
                tries += 1

    def _once(self, call: Call) -> httpx.Response:
        try:
            response = self._http.request(
                call.method, self._address(call), content=call.content, headers=call.headers
            )
        except httpx.TransportError as error:
            raise unreachable(error) from error
        if not response.is_success:
            raise HubError.of(response)
        return response

    def _address(self, call: Call) -> str:
        return f"{self.url}{call.path}?{encoded(call.params)}" if call.params else f"{self.url}{call.path}"

    def stream(self, call: Call) -> Iterator[bytes]:
        """The body of a response in pieces."""
        try:
            with self._http.stream(call.method, self._address(call), headers=call.headers) as response:
                if not response.is_success:
                    response.read()
                    raise HubError.of(response)
                yield from response.iter_bytes()
        except httpx.TransportError as error:
            raise unreachable(error) from error


class Space:
    """A space of a hub, and the features in it.

    Reads that can be long are generators: features come page by page, so that memory does not grow with the
    space. `where` is a condition made with `p`, or one in CQL2; `tags` are alternatives, a list in them means
    all of its tags.
    """

    def __init__(self, hub: Client, id: str) -> None:
        self.hub = hub
        self.id = id

    def definition(self) -> JsonObject:
        """The definition of the space."""
        return self._json(Call("GET", path_of(self.id)))

    def update(self, **changes: Any) -> JsonObject:  # noqa: ANN401
        """Change the definition; None removes a member."""
        return self._json(json_call("PATCH", path_of(self.id), changes))

    def drop(self) -> None:
        """Delete the space with all its features."""
        self.hub.send(Call("DELETE", path_of(self.id)))

    def get(self, id: str, *, version: int | None = None, at: Time | None = None) -> Feature:
        """One feature; in a space with history also as it was in a version, or at a time."""
        params = query(more={"version": version, "at": at})
        return self._json(Call("GET", path_of(self.id, "features", id), params))

    def put(self, feature: FeatureInput) -> Feature:
        """Write one feature, whole; it needs an id."""
        call = json_call("PUT", path_of(self.id, "features", feature["id"]), dict(feature))
        return self._json(call)

    def patch(self, id: str, changes: FeatureInput) -> Feature:
        """Change parts of a feature; None removes a member."""
        return self._json(json_call("PATCH", path_of(self.id, "features", id), dict(changes)))

    def delete(self, *ids: str) -> None:
        """Delete features by their ids."""
        self.hub.send(Call("DELETE", path_of(self.id, "features"), [("id", id) for id in ids]))

    def write(
        self,
        features: Iterable[FeatureInput],
        *,
        replace: bool = True,
        add_tags: Iterable[str] | None = None,
        progress: bool = False,
    ) -> WriteReport:
        """Write features from a list or a generator, any number; existing ones are replaced, or patched."""
        report = WriteReport()
        more = {"transactional": False, "e": "replace" if replace else "patch"}
        params = query(more={**more, "addTags": ",".join(add_tags) if add_tags else None})
        with Progress(progress, f"to {self.id}") as bar:
            for first, chunk in chunks(features):
                try:
                    self._write_chunk(chunk, first, params, report)
                except (HubError, UnreachableError) as error:
                    raise WriteError(report) from error
                bar.add(len(chunk))
        return report

    def _write_chunk(
        self, chunk: list[bytes], first: int, params: list[tuple[str, str]], report: WriteReport
    ) -> None:
        call = write_call(self.id, chunk, params, compress=not is_local(self.hub.url))
        try:
            report.add(self._json(call), len(chunk), first)
        except HubError as error:
            if error.status != 413 or len(chunk) == 1:
                raise
            half = len(chunk) // 2
            self._write_chunk(chunk[:half], first, params, report)
            self._write_chunk(chunk[half:], first + half, params, report)

    def iterate(
        self,
        *,
        where: Where = None,
        tags: Tags | None = None,
        select: Iterable[str] | None = None,
        sort: str | None = None,
        version: int | None = None,
        at: Time | None = None,
        page_size: int = PAGE_FEATURES,
        progress: bool = False,
    ) -> Iterator[Feature]:
        """Every feature that matches, in the order of insertion or by `sort`, such as `p.depth:desc`."""
        more = {"limit": page_size, "sort": sort, "version": version, "at": at}
        params = query(where=where, tags=tags, select=select, more=more)
        handle: list[tuple[str, str]] = []
        with Progress(progress, f"from {self.id}") as bar:
            while True:
                page = self._json(Call("GET", path_of(self.id, "iterate"), params + handle))
                yield from features_of(page)
                bar.add(len(page["features"]))
                if "handle" not in page:
                    return
                handle = [("handle", page["handle"])]

    def search(
        self,
        *,
        where: Where = None,
        tags: Tags | None = None,
        select: Iterable[str] | None = None,
        limit: int | None = None,
        **more: Any,  # noqa: ANN401
    ) -> list[Feature]:
        """The first matches; further parameters as the hub takes them."""
        return self._find("search", where, tags, select, {"limit": limit, **more})

    def bbox(
        self,
        west: float,
        south: float,
        east: float,
        north: float,
        *,
        where: Where = None,
        tags: Tags | None = None,
        select: Iterable[str] | None = None,
        limit: int | None = None,
        clip: bool | None = None,
    ) -> list[Feature]:
        """What intersects a box."""
        edges = {"west": west, "south": south, "east": east, "north": north}
        return self._find("bbox", where, tags, select, {**edges, "limit": limit, "clip": clip})

    def near(
        self,
        lon: float,
        lat: float,
        radius: float,
        *,
        where: Where = None,
        tags: Tags | None = None,
        select: Iterable[str] | None = None,
        limit: int | None = None,
    ) -> list[Feature]:
        """What is within so many metres of a position."""
        around = {"lon": lon, "lat": lat, "radius": radius, "limit": limit}
        return self._find("spatial", where, tags, select, around)

    def intersecting(
        self,
        geometry: Mapping[str, Any],
        *,
        radius: float = 0,
        where: Where = None,
        tags: Tags | None = None,
        limit: int | None = None,
    ) -> list[Feature]:
        """What intersects a geometry, or is within so many metres of it."""
        call = json_call("POST", path_of(self.id, "spatial"), dict(geometry))
        call.params = query(where=where, tags=tags, more={"radius": radius, "limit": limit})
        return features_of(self._json(call))

    def _find(
        self,
        name: str,
        where: Where,
        tags: Tags | None,
        select: Iterable[str] | None,
        more: Mapping[str, Any],
    ) -> list[Feature]:
        params = query(where=where, tags=tags, select=select, more=more)
        return features_of(self._json(Call("GET", path_of(self.id, name), params)))

    def count(self, *, where: Where = None, tags: Tags | None = None) -> int:
        """How many features match."""
        counted: int = self._json(Call("GET", path_of(self.id, "count"), query(where=where, tags=tags)))[
            "count"
        ]
        return counted

    def statistics(self) -> JsonObject:
        """Count, size, extent, properties and tags."""
        return self._json(Call("GET", path_of(self.id, "statistics")))

    def changesets(
        self, start: int | None = None, end: int | None = None
    ) -> Iterator[tuple[int, JsonObject]]:
        """What versions changed, one by one; a large one may come in several parts."""
        params = query(more={"startVersion": start, "endVersion": end})
        token: list[tuple[str, str]] = []
        while True:
            page = self._json(Call("GET", path_of(self.id, "changesets"), params + token))
            for version, changes in page["versions"].items():
                yield int(version), changes
            if "nextPageToken" not in page:
                return
            token = [("pageToken", page["nextPageToken"])]

    def export(self, format: str = "geojson", *, where: Where = None) -> Iterator[bytes]:
        """The space as a file, in pieces: geojson, ndjson, csv, geopackage, geoparquet and others."""
        params = query(where=where, more={"format": format})
        return self.hub.stream(Call("GET", path_of(self.id, "export"), params))

    def export_file(
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
        job = self._json(_exports.begin(self.id, query(where=where, select=select, more=more)))
        try:
            for wait in _exports.waits():
                job = self._json(_exports.state(self.id, job["id"]))
                if _exports.is_complete(job):
                    break
                time.sleep(wait)
            with open(path, "wb") as file:
                for piece in self.hub.stream(_exports.file_of(self.id, job)):
                    file.write(piece)
        finally:
            self.hub.send(_exports.discard(self.id, job["id"]))
        return job

    def to_geopandas(self, **reading: Any) -> Any:  # noqa: ANN401
        """The features that `iterate` finds, as a GeoDataFrame whose index has the ids."""
        return to_frame(self.iterate(**reading))

    def write_geopandas(self, frame: Any, **writing: Any) -> WriteReport:  # noqa: ANN401
        """Write the rows of a GeoDataFrame; other coordinates than WGS 84 are transformed."""
        return self.write(from_frame(frame), **writing)

    def to_arrow(self, **reading: Any) -> Any:  # noqa: ANN401
        """The features that `iterate` finds, as a table of pyarrow with geometries as GeoArrow."""
        return to_table(self.iterate(**reading))

    def write_arrow(self, data: Any, **writing: Any) -> WriteReport:  # noqa: ANN401
        """Write the rows of a table, or of a stream of Arrow batch by batch; geometries are GeoArrow."""
        return self.write(from_arrow(data), **writing)

    def map(self, *, height: int = 480) -> Map:
        """A map of the space, for a notebook; the hub draws it."""
        return Map(self.hub.url, self.id, self.hub.token, height)

    def _json(self, call: Call) -> JsonObject:
        body: JsonObject = json_of(self.hub.send(call))
        return body
