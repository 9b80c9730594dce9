"""Client of Meridian, a self-hosted hub for geospatial data.

>>> hub = Client(HUB, token=TOKEN)
>>> lakes = hub.create_space("Lakes", id="py-lakes")
>>> report = lakes.write([
...     {"id": "garda", "geometry": None, "properties": {"depth": 346}},
...     {"id": "chiem", "geometry": None, "properties": {"depth": 73}},
... ])
>>> report.inserted
2
>>> [feature["id"] for feature in lakes.iterate(where=p("depth") > 100)]
['garda']
>>> lakes.count()
2
>>> lakes.drop()
"""

from ._async_client import AsyncClient, AsyncSpace
from ._client import Client, Space
from ._errors import ExportError, HubError, UnreachableError, WriteError
from ._filters import Condition, Property, p
from ._types import Feature, JsonObject, WriteReport

__all__ = [
    "AsyncClient",
    "AsyncSpace",
    "Client",
    "Condition",
    "ExportError",
    "Feature",
    "HubError",
    "JsonObject",
    "Property",
    "Space",
    "UnreachableError",
    "WriteError",
    "WriteReport",
    "p",
]
