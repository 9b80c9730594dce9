"""Everything that needs a hub: doctests, the notebook, what the client does. HUB and TOKEN say which."""

import asyncio
import doctest
import io
import json
import os
import random
import sys
import tempfile
import tracemalloc
import unittest
from contextlib import redirect_stderr
from datetime import datetime, timedelta, timezone
from pathlib import Path

import geopandas
import geopandas.testing
import httpx
import pyarrow
import shapely

import meridian_hub
from meridian_hub import AsyncClient, Client, HubError, UnreachableError, WriteError, p

HUB, TOKEN = os.environ["HUB"], os.environ["TOKEN"]
HERE = Path(__file__).parent.parent
GLOBALS = {**vars(meridian_hub), "HUB": HUB, "TOKEN": TOKEN}


def load_tests(loader, tests, pattern):
    for module in ("", "._async_client", "._calls", "._errors", "._filters", "._maps"):
        name = f"meridian_hub{module}"
        __import__(name)
        own = {**GLOBALS, **vars(sys.modules[name])}
        tests.addTests(doctest.DocTestSuite(sys.modules[name], globs=own))
    tests.addTests(doctest.DocFileSuite(str(HERE / "README.md"), module_relative=False, globs=dict(GLOBALS)))
    return tests


def point(n):
    return {"type": "Point", "coordinates": [n % 360 - 180, n % 170 - 85]}


class WithSpace(unittest.TestCase):
    def setUp(self):
        self.hub = Client(HUB, token=TOKEN)
        self.space = self.hub.create_space("Test", enableHistory=True)
        self.addCleanup(self.hub.close)
        self.addCleanup(self.space.drop)

    def test_geopandas_in_and_out_is_the_same(self):
        seed = random.randrange(2**32)
        draw = random.Random(seed)
        count = int(os.environ.get("MERIDIAN_TEST_FEATURES", "3000"))
        frame = geopandas.GeoDataFrame(
            {
                "name": [f"n{draw.randrange(99)} ü" for _ in range(count)],
                "value": [draw.random() for _ in range(count)],
            },
            geometry=[shapely.Point(draw.uniform(-180, 180), draw.uniform(-90, 90)) for _ in range(count)],
            index=[f"f{n}" for n in range(count)],
            crs="EPSG:4326",
        )
        frame.index.name = "id"
        report = self.space.write_geopandas(frame)
        self.assertEqual((report.inserted, report.failed), (count, []), f"seed {seed}")
        back = self.space.to_geopandas()[["name", "value", "geometry"]]
        geopandas.testing.assert_geodataframe_equal(
            back, frame[["name", "value", "geometry"]], check_like=True
        )

    def test_other_coordinates_are_transformed(self):
        frame = geopandas.GeoDataFrame({"id": ["a"]}, geometry=[shapely.Point(0, 0)], crs="EPSG:3857")
        frame.geometry = [shapely.Point(1113194.9, 0)]
        self.space.write_geopandas(frame)
        self.assertAlmostEqual(self.space.get("a")["geometry"]["coordinates"][0], 10, 5)

    def test_empty_spaces_are_empty_frames(self):
        self.assertEqual(len(self.space.to_geopandas()), 0)

    def test_arrow_in_and_out_is_the_same(self):
        table = pyarrow.table(
            geopandas.GeoDataFrame(
                {"id": ["a", "b", "c"], "name": ["x", None, "ü"], "value": [0.1, 2.5, -3.0]},
                geometry=[shapely.Point(1, 2), shapely.box(0, 0, 1, 1), None],
                crs="EPSG:4326",
            ).to_arrow(index=False)
        )
        whole = pyarrow.array([1, None, 2**53 - 1], pyarrow.int64())
        table = table.append_column("whole", whole)
        self.assertEqual(self.space.write_arrow(table).inserted, 3)
        self.assertEqual(self.space.get("c")["properties"]["whole"], 2**53 - 1)
        self.assertNotIn("whole", self.space.get("b")["properties"])
        back = self.space.to_arrow()
        names = ["id", "name", "value"]
        self.assertEqual(back.select(names).to_pylist(), table.select(names).to_pylist())
        self.assertEqual(self.space.write_arrow(back).inserted, 0)
        batches = pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=1))
        self.assertEqual(self.space.write_arrow(batches).unchanged, 3)
        shapes = [feature["geometry"] for feature in self.space.iterate()]
        self.assertEqual([shape and shape["type"] for shape in shapes], ["Point", "Polygon", None])

    def test_streams_hold_a_page_and_not_the_space(self):
        count = int(os.environ.get("MERIDIAN_TEST_STREAMED", "6000"))
        features = (
            {"id": f"f{n}", "geometry": point(n), "properties": {"t": "x" * 200}} for n in range(count)
        )
        tracemalloc.start()
        try:
            written = self.space.write(features).inserted
            read = sum(1 for _ in self.space.iterate(page_size=500))
            exported = sum(len(piece) for piece in self.space.export("ndjson"))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        self.assertEqual((written, read), (count, count))
        self.assertGreater(exported, count * 300)
        print(f"{count} features written, read and exported: at most {peak / 1e6:.1f} MB held")
        # A piece of a compressed export may be megabytes of features.
        self.assertLess(peak, 6_000_000 if count < 10_000 else 16_000_000)

    def test_reports_and_versions(self):
        features = [{"id": "a", "geometry": None, "properties": {"n": 1}}, {"id": "b", "geometry": None}]
        first = self.space.write(features)
        self.assertEqual((first.inserted, first.version), (2, 1))
        again = self.space.write([{**features[0], "properties": {"n": 2}}, features[1]])
        self.assertEqual((again.updated, again.unchanged, again.version), (1, 1, 2))
        self.assertEqual(self.space.get("a", version=1)["properties"]["n"], 1)
        later = datetime.now(timezone.utc) + timedelta(days=1)
        self.assertEqual(self.space.get("a", at=later)["properties"]["n"], 2)
        self.assertEqual([f["id"] for f in self.space.iterate(at="2100-01-01")], ["a", "b"])
        with self.assertRaises(HubError):
            self.space.get("a", at=0)
        self.assertEqual([version for version, _ in self.space.changesets()], [1, 2])
        self.space.patch("a", {"properties": {"m": 5}})
        self.space.delete("b")
        self.assertEqual([f["properties"]["m"] for f in self.space.iterate(where=p("m") == 5)], [5])
        patched = self.space.write([{"id": "a", "properties": {"k": 1}}], replace=False)
        self.assertEqual((patched.updated, self.space.get("a")["properties"]["m"]), (1, 5))

    def test_filters_mean_what_they_say(self):
        names = ["it's", 'a "b"', "50%"]
        self.space.write(
            {"id": n, "geometry": None, "properties": {"name": n, "o": {"k": len(n)}}} for n in names
        )
        found = {
            "eq": p("name") == "it's",
            "in": p("name").is_in(names[:2]),
            "or": (p("o.k") < 4) | (p("o.k") > 4),
            "not": ~p("name").like("it%"),
            "null": p("missing").is_null() & (p("name") != "50%"),
        }
        ids = {key: sorted(f["id"] for f in self.space.search(where=one)) for key, one in found.items()}
        two = sorted(names[:2])
        expected = {
            "eq": ["it's"],
            "in": two,
            "or": sorted([names[1], names[2]]),
            "not": sorted(names[1:]),
            "null": two,
        }
        self.assertEqual(ids, expected)
        with self.assertRaises(TypeError):
            bool(found["eq"])
        with self.assertRaises(TypeError):
            p("name").__eq__(object())

    def test_areas_and_export(self):
        self.space.write(
            {"id": f"f{n}", "geometry": {"type": "Point", "coordinates": [n, 0]}} for n in range(10)
        )
        box = {"type": "Polygon", "coordinates": [[[1.5, -1], [3.5, -1], [3.5, 1], [1.5, 1], [1.5, -1]]]}
        self.assertEqual([f["id"] for f in self.space.intersecting(box)], ["f2", "f3"])
        self.assertEqual([f["id"] for f in self.space.near(5, 0, 1000)], ["f5"])
        self.assertEqual(len(self.space.bbox(0, -1, 4, 1, limit=3)), 3)
        exported = json.loads(b"".join(self.space.export()))
        self.assertEqual(len(exported["features"]), 10)
        with self.assertRaises(HubError):
            list(self.space.export("no-such-format"))

    def test_files_written_in_the_background(self):
        self.space.write({"id": f"f{n}", "geometry": point(n), "properties": {"n": n}} for n in range(10))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "some.geojson"
            job = self.space.export_file(file, where=p("n") < 4)
            self.assertEqual((job["state"], job["features"]), ("done", 4))
            self.assertEqual(len(json.loads(file.read_bytes())["features"]), 4)
            tiles = self.space.export_file(Path(folder) / "all.pmtiles", "pmtiles", max_zoom=2)
            self.assertEqual(tiles["features"], 10)
            self.assertEqual((Path(folder) / "all.pmtiles").read_bytes()[:7], b"PMTiles")
            with self.assertRaises(HubError):
                self.space.export_file(file, "no-such-format")

    def test_maps_are_pages_of_the_hub(self):
        shown = self.space.map(height=300)
        self.assertEqual(shown.address, f"{HUB}/embed#space={self.space.id}&token={TOKEN}")
        page = httpx.get(shown.address)
        self.assertEqual((page.status_code, page.headers["content-type"]), (200, "text/html; charset=utf-8"))
        self.assertNotIn("frame-ancestors", page.headers["content-security-policy"])
        self.assertTrue(shown._repr_html_().startswith(f'<iframe src="{HUB}/embed#space='))

    def test_progress_is_shown_where_asked_for(self):
        bar = io.StringIO()
        with redirect_stderr(bar):
            self.space.write(({"id": f"f{n}", "geometry": None} for n in range(10)), progress=True)
        self.assertIn("10 features", bar.getvalue())

    def test_the_notebook_runs_from_start_to_end(self):
        notebook = json.loads((HERE / "examples" / "first-steps.ipynb").read_text())
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        names = {}
        for cell in cells:
            exec(compile(cell, "first-steps.ipynb", "exec"), names)


class Refusing(unittest.TestCase):
    """What a busy hub, or none, does to requests; the rest of it is a real one."""

    def test_waits_as_long_as_the_hub_asks_for(self):
        answers = [
            httpx.Response(429, headers={"Retry-After": "0"}),
            httpx.Response(503, headers={"Retry-After": "0"}),
        ]
        seen = []

        class Busy(httpx.HTTPTransport):
            def handle_request(self, request):
                seen.append(request.url.path)
                return answers.pop(0) if answers else super().handle_request(request)

        with Client(HUB, token=TOKEN, transport=Busy()) as hub:
            self.assertIsInstance(hub.spaces(), list)
        self.assertEqual(len(seen), 3)

    def test_chunks_that_are_too_large_are_halved(self):
        class Small(httpx.HTTPTransport):
            def handle_request(self, request):
                is_large = request.url.path.endswith("/features") and len(request.content) > 2000
                return httpx.Response(413) if is_large else super().handle_request(request)

        with Client(HUB, token=TOKEN, transport=Small()) as hub:
            space = hub.create_space("Small")
            features = [{"id": f"f{n}", "geometry": None, "properties": {"t": "x" * 100}} for n in range(50)]
            self.assertEqual(space.write([*features, {"id": "bad", "geometry": 1}]).failed[0]["position"], 50)
            self.assertEqual(space.count(), 50)
            with self.assertRaises(WriteError):
                space.write([{"id": "large", "geometry": None, "properties": {"t": "x" * 5000}}])
            space.drop()

    def test_a_page_of_a_proxy_is_told_by_its_host_and_status(self):
        answers = [
            httpx.Response(502, html="<h1>Bad Gateway</h1>"),
            httpx.Response(404, json=["nothing"]),
            httpx.Response(200, html="<h1>Please sign in</h1>"),
            httpx.Response(200, text="well"),
        ]

        class Proxy(httpx.HTTPTransport):
            def handle_request(self, request):
                return answers.pop(0)

        host = httpx.URL(HUB).netloc.decode()
        with Client(HUB, token=TOKEN, transport=Proxy(), retry_seconds=0) as hub:
            with self.assertRaises(HubError) as page:
                hub.spaces()
            with self.assertRaises(HubError) as other:
                hub.spaces()
            with self.assertRaises(HubError) as portal:
                hub.space("any").count()
            with self.assertRaises(HubError) as text:
                hub.create_space("Any")
        said = f"502: Bad Gateway; {host} sent a page of HTML: this is a proxy or another server, not the hub"
        self.assertEqual(str(page.exception), said)
        self.assertEqual(str(other.exception), f"404: Not Found; {host} said no more")
        self.assertEqual(str(portal.exception), said.replace("502: Bad Gateway", "200: OK"))
        self.assertEqual(str(text.exception), f"200: OK; {host} sent no JSON")

    def test_nobody_there(self):
        with Client("http://127.0.0.1:9", retry_seconds=0) as hub, self.assertRaises(UnreachableError):
            hub.spaces()

    def test_asynchronous_calls(self):
        async def run():
            async with AsyncClient(HUB, token=TOKEN) as hub:
                space = await hub.create_space("Async", enableHistory=True)
                await space.write(
                    ({"id": f"f{n}", "geometry": point(n), "properties": {"n": n}} for n in range(20)),
                    add_tags=["tagged"],
                )
                exported = b"".join([piece async for piece in space.export("ndjson", where=p("n") < 3)])
                self.assertEqual(
                    [json.loads(line)["id"] for line in exported.splitlines()], ["f0", "f1", "f2"]
                )
                with self.assertRaises(HubError):
                    _ = [piece async for piece in space.export("no-such-format")]
                with tempfile.TemporaryDirectory() as folder:
                    job = await space.export_file(Path(folder) / "a.ndjson", "ndjson", select=["p.n"])
                    self.assertEqual(job["features"], 20)
                    lines = (Path(folder) / "a.ndjson").read_bytes().splitlines()
                    self.assertEqual(len(lines), 20)
                lon, lat = point(7)["coordinates"]
                self.assertEqual([f["id"] for f in await space.near(lon, lat, 1000)], ["f7"])
                self.assertEqual([f["id"] for f in await space.intersecting(point(7))], ["f7"])
                self.assertEqual([version async for version, _ in space.changesets()], [1])
                self.assertEqual(await space.count(tags=["tagged"]), 20)
                counts = await asyncio.gather(*(space.count(where=p("n") < n) for n in range(5)))
                found = [f["id"] async for f in space.iterate(where=p("n") >= 18)]
                await space.patch("f1", {"properties": {"n": 100}})
                one = await space.get("f1")
                box = await space.bbox(-180, -90, 180, 90, limit=7)
                first = await space.search(limit=2, select=["p.n"])
                await space.delete("f1", "f2")
                left = (await space.statistics())["count"]["value"]
                await space.drop()
                return counts, found, one["properties"]["n"], len(box), first[0]["properties"], left

        self.assertEqual(asyncio.run(run()), ([0, 1, 2, 3, 4], ["f18", "f19"], 100, 7, {"n": 0}, 18))


if __name__ == "__main__":
    unittest.main()
