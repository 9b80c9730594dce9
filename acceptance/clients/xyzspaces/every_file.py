"""The files and tables that xyzspaces uploads with its optional packages, and the tables that it reads. Prints one line a step."""

import tempfile
import warnings
from pathlib import Path

warnings.simplefilter("ignore")

import geobuf  # noqa: E402
import geopandas  # noqa: E402
from connect import config, point, show, xyz  # noqa: E402
from shapely.geometry import Point, Polygon  # noqa: E402

GPX = """<?xml version="1.0"?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="46" lon="5"><name>Lyon</name></wpt>
</gpx>"""
KML = """<?xml version="1.0"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Placemark><name>Valence</name><Point><coordinates>4,45</coordinates></Point></Placemark>
</Document></kml>"""
SQUARE = Polygon([(8, 47), (9, 47), (9, 48), (8, 47)])
places = geopandas.GeoDataFrame({"name": ["Chur", "Ried"]}, geometry=[Point(9.5, 46.8), SQUARE], crs=4326)


def uploaded(kind, upload):
    """What a space has after it."""
    space = xyz.spaces.new(title=kind, description="of a file", config=config)
    upload(space)
    found = [(f["geometry"]["type"], f["geometry"]["coordinates"], f["properties"]) for f in space.iter_feature()]
    names = ("name", "Name")
    rows = [[type, places, next((p[n] for n in names if n in p), None)] for type, places, p in found]
    show(kind, sorted(rows, key=lambda row: row[0]))
    return space


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    (folder / "a.gpx").write_text(GPX)
    (folder / "a.kml").write_text(KML)
    (folder / "a.wkt").write_text("POLYGON ((0 0, 1 0, 1 1, 0 0))")
    collection = {"type": "FeatureCollection", "features": [point("b", 7, 46, name="Sion")]}
    (folder / "a.pbf").write_bytes(geobuf.encode(collection))
    places[:1].to_file(folder / "a.shp")
    path = {kind: str(folder / f"a.{kind}") for kind in ("gpx", "kml", "wkt", "pbf", "shp")}
    uploaded("gpx", lambda space: space.add_features_gpx(path=path["gpx"]))
    uploaded("kml", lambda space: space.add_features_kml(path=path["kml"]))
    uploaded("wkt", lambda space: space.add_features_wkt(path=path["wkt"]))
    uploaded("geobuf", lambda space: space.add_features_geobuf(path=path["pbf"]))
    space = uploaded("shapefile", lambda space: space.add_features_shapefile(path=path["shp"]))

# With these versions of pandas the client itself sends tables, and KML by way of them, without their other columns.
uploaded("geopandas", lambda space: space.add_features_geopandas(data=places.copy()))

frame = next(iter(space.search(params={"p.name": "Chur"}, geo_dataframe=True)))
show("search as a table", [type(frame).__name__, list(frame["name"]), [place.wkt for place in frame.geometry]])
frame = next(iter(space.features_in_bbox(bbox=[9, 46, 10, 47], geo_dataframe=True)))
show("box as a table", list(frame["name"]))
