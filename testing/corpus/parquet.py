"""Writes Parquet files by Apache Arrow, and reads them again: needs pyarrow and shapely.

parquet.py write NAME PATH  makes one of them
parquet.py read PATH        its rows as GeoJSON features, a list
"""

import base64
import datetime
import decimal
import json
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import shapely

X, Y = 9, 50
POINTS = [f"POINT ({X} {Y})", f"POINT ({X + 0.25} {Y + 0.125})", f"POINT ({X + 0.5} {Y})"]
LINES = [f"LINESTRING ({X} {Y}, {X + 0.25} {Y + 0.125})", None, f"LINESTRING ({X} {Y}, {X} {Y + 0.5}, {X + 1} {Y})"]
AREAS = [
    f"POLYGON (({X} {Y}, {X + 1} {Y}, {X + 1} {Y + 1}, {X} {Y}))",
    f"MULTIPOLYGON ((({X} {Y}, {X + 1} {Y}, {X + 1} {Y + 1}, {X} {Y})), (({X + 2} {Y}, {X + 3} {Y}, {X + 3} {Y + 1}, {X + 2} {Y})))",
    f"POLYGON (({X} {Y}, {X + 3} {Y}, {X + 3} {Y + 3}, {X} {Y}), ({X + 1} {Y + 0.25}, {X + 2} {Y + 0.25}, {X + 2} {Y + 0.5}, {X + 1} {Y + 0.25}))",
]
HEIGHTS = [f"POINT Z ({X} {Y} 12.5)", f"POINT Z ({X + 0.25} {Y} -3)"]

PLAIN = {
    "name": pa.array(["Grüße", 'plain, "quoted"', None]),
    "whole": pa.array([42, None, -7], pa.int32()),
    "num": pa.array([1.25, None, -3.5]),
}
UTC = datetime.timezone.utc
TYPES = {
    "tiny": pa.array([1, -128, None], pa.int8()),
    "unsigned": pa.array([4294967295, 0, None], pa.uint32()),
    "huge": pa.array([9223372036854775807, 9007199254740993, None], pa.int64()),
    "single": pa.array([0.5, 1.25, None], pa.float32()),
    "flag": pa.array([True, False, None]),
    "day": pa.array([datetime.date(2026, 11, 17), datetime.date(1899, 12, 31), None]),
    "at": pa.array(
        [datetime.datetime(2026, 11, 17, 10, 20, 30, tzinfo=UTC), datetime.datetime(2026, 7, 1, tzinfo=UTC), None],
        pa.timestamp("ms", "UTC"),
    ),
    "money": pa.array([decimal.Decimal("12.34"), decimal.Decimal("-0.05"), None], pa.decimal128(9, 2)),
    "bytes": pa.array([b"\x01\x02\xff", b"", None]),
    "kind": pa.array(["road", "rail", "road"]).dictionary_encode(),
}
LISTS = {
    "numbers": pa.array([[1, 2, 3], [], None], pa.list_(pa.int64())),
    "texts": pa.array([["a", None, "c"], ["ü"], []], pa.list_(pa.string())),
    "lists": pa.array([[[1.5], [2.5, 3.5]], [[]], None], pa.list_(pa.list_(pa.float64()))),
    "fixed": pa.array([[1, 2], [3, 4], [5, 6]], pa.list_(pa.int32(), 2)),
}
STRUCTS = {
    "names": pa.array([{"de": "Köln", "en": "Cologne"}, {"de": "Bonn", "en": None}, None]),
    "deep": pa.array([{"a": {"b": {"c": 1}}}, {"a": {"b": None}}, {"a": None}]),
    "sources": pa.array([[{"id": "w1", "year": 2020}, {"id": "w2", "year": None}], [], None]),
    "tags": pa.array([[("k", "v"), ("l", "w")], [], None], pa.map_(pa.string(), pa.string())),
}


def geo(encoding="WKB", **more):
    column = {"encoding": encoding, "geometry_types": [], **more}
    return {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": column}}


def wkb(texts):
    return pa.array([None if text is None else shapely.to_wkb(shapely.from_wkt(text)) for text in texts], pa.binary())


def table(texts, columns, metadata=None):
    arrays = {"geometry": wkb(texts), **{name: array.slice(0, len(texts)) for name, array in columns.items()}}
    return pa.table(arrays).replace_schema_metadata({"geo": json.dumps(metadata or geo())})


def native(encoding, values, depth):
    kind = pa.struct([("x", pa.float64()), ("y", pa.float64())])
    for _ in range(depth):
        kind = pa.list_(kind)
    arrays = {"geometry": pa.array(values, kind), "name": pa.array(["a", "b"])}
    return pa.table(arrays).replace_schema_metadata({"geo": json.dumps(geo(encoding))})


def covered():
    made = table(POINTS, PLAIN, geo(covering={"bbox": {side: ["bbox", side] for side in ("xmin", "ymin", "xmax", "ymax")}}))
    box = [{"xmin": X, "ymin": Y, "xmax": X + 1.0, "ymax": Y + 1.0}] * 3
    return made.append_column("bbox", pa.array(box))


def at(x, y):
    return {"x": float(x), "y": float(y)}


RING = [at(X, Y), at(X + 1, Y), at(X + 1, Y + 1), at(X, Y)]
MANY = {"name": pa.array([f"name {i % 7}" for i in range(500)]), "row": pa.array(range(500))}
FILES = {
    "points": lambda: (table(POINTS, PLAIN), {}),
    "lines": lambda: (table(LINES, PLAIN), {}),
    "areas": lambda: (table(AREAS, PLAIN), {}),
    "heights": lambda: (table(HEIGHTS, PLAIN), {}),
    "no-rows": lambda: (table([], PLAIN), {}),
    "types": lambda: (table(POINTS, TYPES), {}),
    "lists": lambda: (table(POINTS, LISTS), {}),
    "structs": lambda: (table(POINTS, STRUCTS), {}),
    "bbox": lambda: (covered(), {}),
    "row-groups": lambda: (table([POINTS[i % 3] for i in range(500)], MANY), {"row_group_size": 64}),
    "row-groups-of-lists": lambda: (table(POINTS, {**LISTS, **STRUCTS}), {"row_group_size": 1}),
    "small-pages": lambda: (table([POINTS[i % 3] for i in range(500)], MANY), {"data_page_size": 64, "write_batch_size": 16}),
    "page-index": lambda: (table([POINTS[i % 3] for i in range(500)], MANY), {"data_page_size": 64, "write_page_index": True}),
    "data-pages-2": lambda: (table(POINTS, {**PLAIN, **LISTS}), {"data_page_version": "2.0"}),
    "no-dictionary": lambda: (table(POINTS, {**PLAIN, **LISTS}), {"use_dictionary": False}),
    "delta": lambda: (
        table(POINTS, PLAIN),
        {"use_dictionary": False, "column_encoding": {"name": "DELTA_BYTE_ARRAY", "whole": "DELTA_BINARY_PACKED", "num": "BYTE_STREAM_SPLIT"}},
    ),
    "delta-length": lambda: (table(POINTS, PLAIN), {"use_dictionary": False, "column_encoding": {"name": "DELTA_LENGTH_BYTE_ARRAY"}}),
    "version-1": lambda: (table(POINTS, PLAIN), {"version": "1.0"}),
    **{f"codec-{codec}": (lambda codec=codec: (table(POINTS, PLAIN), {"compression": codec})) for codec in ("none", "gzip", "zstd", "brotli", "lz4")},
    "native-point": lambda: (native("point", [at(X, Y), None], 0), {}),
    "native-linestring": lambda: (native("linestring", [RING, None], 1), {}),
    "native-polygon": lambda: (native("polygon", [[RING], None], 2), {}),
    "native-multipolygon": lambda: (native("multipolygon", [[[RING], [RING]], None], 3), {}),
    "coordinates": lambda: (pa.table({"lon": pa.array([9.0, 9.25]), "lat": pa.array([50.0, 50.125]), **{k: v.slice(0, 2) for k, v in {**PLAIN, **LISTS}.items()}}), {}),
}


def value_of(value):
    """As JSON has it: times as ISO 8601, bytes as base64, maps as objects."""
    if isinstance(value, datetime.datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03d}Z"
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, list):
        return [value_of(item) for item in value]
    if isinstance(value, dict):
        return {name: value_of(member) for name, member in value.items()}
    return value


def positions(value):
    return [value["x"], value["y"]] if isinstance(value, dict) else [positions(item) for item in value]


KINDS = {"point": "Point", "linestring": "LineString", "polygon": "Polygon", "multipolygon": "MultiPolygon"}


def geometry_of(row, metadata):
    if metadata is None:
        return {"type": "Point", "coordinates": [row.pop("lon"), row.pop("lat")]}
    given = row.pop("geometry")
    encoding = metadata["columns"]["geometry"]["encoding"]
    if given is None:
        return None
    if encoding != "WKB":
        return {"type": KINDS[encoding], "coordinates": positions(given)}
    return json.loads(shapely.to_geojson(shapely.from_wkb(given)))


def read(path):
    made = pq.read_table(path)
    stored = (made.schema.metadata or {}).get(b"geo")
    metadata = stored and json.loads(stored)
    features = []
    for row in made.to_pylist(maps_as_pydicts="lossy"):
        geometry = geometry_of(row, metadata)
        row.pop("bbox", None)
        properties = {name: value_of(value) for name, value in row.items() if value is not None}
        features.append({"type": "Feature", "geometry": geometry, "properties": properties})
    return features


if sys.argv[1] == "write":
    made, options = FILES[sys.argv[2]]()
    pq.write_table(made, sys.argv[3], **options)
else:
    json.dump(read(sys.argv[2]), sys.stdout)
