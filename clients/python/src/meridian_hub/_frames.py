"""Features as GeoDataFrames of GeoPandas, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ._types import Feature, JsonObject

NAMESPACE = "@ns:com:here:xyz"


def to_frame(features: Iterable[Feature]) -> Any:  # noqa: ANN401
    """A GeoDataFrame with a column for each property; its index has the ids."""
    import geopandas

    rows = [without_namespace(feature) for feature in features]
    ids = [row["id"] for row in rows]
    if not rows:
        return geopandas.GeoDataFrame({"geometry": []}, geometry="geometry", crs="EPSG:4326")
    frame = geopandas.GeoDataFrame.from_features(rows, crs="EPSG:4326")
    frame.index = ids
    frame.index.name = "id"
    return frame


def from_frame(frame: Any) -> Iterator[JsonObject]:  # noqa: ANN401
    """The rows of a GeoDataFrame as features; ids come from the index or a column that is named `id`."""
    frame = in_wgs84(frame)
    if "id" in frame.columns:
        frame = frame.set_index("id")
    has_ids = frame.index.name == "id"
    for feature in frame.iterfeatures(na="drop"):
        given = feature.pop("id", None)
        properties = {name: plain(value) for name, value in feature["properties"].items()}
        yield {
            **({"id": str(given)} if has_ids else {}),
            "geometry": feature["geometry"],
            "properties": properties,
        }


def in_wgs84(frame: Any) -> Any:  # noqa: ANN401
    """The same in the coordinates that the hub has."""
    if frame.crs is None or frame.crs.equals("EPSG:4326"):
        return frame
    return frame.to_crs("EPSG:4326")


def without_namespace(feature: Feature) -> Feature:
    """The feature without what the hub knows of it."""
    properties = {name: value for name, value in feature["properties"].items() if name != NAMESPACE}
    return {**feature, "properties": properties}


def plain(value: Any) -> Any:  # noqa: ANN401
    """Values of NumPy and pandas as JSON has them."""
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "tolist"):
        return value.tolist()
    return value
