"""A map of a space for notebooks."""

from __future__ import annotations

import html
import json

from ._types import JsonObject

MAPLIBRE = "https://unpkg.com/maplibre-gl@5/dist/maplibre-gl"


class Map:
    """Shows the vector tiles of a space with MapLibre; a notebook displays it.

    The page has the token in it, as the tiles need one: clear outputs before you share a notebook.
    """

    def __init__(self, url: str, space: str, tilejson: str, bounds: list[float], height: int) -> None:
        self.url = url
        self.space = space
        self.tilejson = tilejson
        self.bounds = bounds
        self.height = height

    def page(self) -> str:
        """The map as a page of HTML."""
        layers: list[JsonObject] = [
            {"id": "areas", "type": "fill", "paint": {"fill-color": "#3388ff", "fill-opacity": 0.3}},
            {"id": "lines", "type": "line", "paint": {"line-color": "#3388ff", "line-width": 1.5}},
            {"id": "points", "type": "circle", "paint": {"circle-color": "#3388ff", "circle-radius": 4}},
        ]
        kinds = {"areas": ["Polygon"], "lines": ["LineString", "Polygon"], "points": ["Point"]}
        for layer in layers:
            is_kind = ["in", ["geometry-type"], ["literal", kinds[str(layer["id"])]]]
            layer.update({"source": "space", "source-layer": self.space, "filter": is_kind})
        style = {
            "version": 8,
            "sources": {"space": {"type": "vector", "url": self.tilejson}},
            "layers": [
                {"id": "ground", "type": "background", "paint": {"background-color": "#f4f2ee"}},
                *layers,
            ],
        }
        west, south, east, north = self.bounds or [-180, -60, 180, 75]
        options = json.dumps({"style": style, "bounds": [[west, south], [east, north]]}).replace("</", "<\\/")
        return f"""<!doctype html><link rel="stylesheet" href="{MAPLIBRE}.css">
<script src="{MAPLIBRE}.js"></script>
<style>body,#map{{margin:0;height:100vh}}</style><div id="map"></div>
<script>
new maplibregl.Map({{container: 'map', fitBoundsOptions: {{padding: 20, maxZoom: 15}}, ...{options}}})
</script>"""

    def _repr_html_(self) -> str:
        page = html.escape(self.page(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:{self.height}px;border:0"></iframe>'
