"""Features as tables of Arrow, and back; for programs that share memory rather than text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ._frames import in_wgs84, plain, to_frame
from ._types import Feature, JsonObject


def to_table(features: Iterable[Feature]) -> Any:  # noqa: ANN401
    """A table with a column for each property, `id`, and `geometry` as GeoArrow."""
    import pyarrow

    return pyarrow.table(to_frame(features).to_arrow())


def from_arrow(data: Any) -> Iterator[JsonObject]:  # noqa: ANN401
    """The rows of a table or stream as features, one batch after the other; ids are in a column `id`."""
    import pyarrow

    for batch in pyarrow.RecordBatchReader.from_stream(data):
        yield from _of_table(pyarrow.Table.from_batches([batch]))


def _of_table(table: Any) -> Iterator[JsonObject]:  # noqa: ANN401
    import geopandas

    # Values come from Arrow itself: pandas would turn whole numbers beside missing ones into fractions.
    frame = geopandas.GeoDataFrame.from_arrow(table)
    geometries = in_wgs84(frame).geometry
    others = [name for name, kind in frame.dtypes.items() if str(kind) == "geometry"]
    for row, geometry in zip(table.drop_columns(others).to_pylist(), geometries):
        id = row.pop("id", None)
        yield {
            **({} if id is None else {"id": str(id)}),
            "geometry": None if geometry is None else geometry.__geo_interface__,
            "properties": {name: plain(value) for name, value in row.items() if value is not None},
        }
