"""What people do with xyzspaces, the published Python package of the old service. Prints one line a step."""

import json
import tempfile

from connect import config, point, show, xyz
from xyzspaces.apis import ProjectApi
from xyzspaces.exceptions import ApiError


def ids(features):
    return sorted(feature["id"] for feature in features)


show("hub", sorted(xyz.hub_api.get_hub()))
space = xyz.spaces.new(title="Lakes", description="Made with Python", config=config)
show("new", [space.info["title"], space.info["description"], space.isshared()])

many = {"type": "FeatureCollection", "features": [point(f"p{n}", n / 10, 1, n=n) for n in range(250)]}
space.add_features(features=many, add_tags=["many"], features_size=100, chunk_size=2)
space.add_feature(data=point("one", 8, 47, name="Zürich"), feature_id="one", add_tags=["town"])
show("count", space.get_statistics()["count"])
show("iterate", len(list(space.iter_feature(limit=30))))
show("get", space.get_feature(feature_id="one")["properties"]["name"])
show("get many", ids(space.get_features(feature_ids=["p1", "p2", "none"])["features"]))
show("search by tag", ids(space.search(tags=["town"])))
for params in ({"p.n": "7"}, {"p.n=gte": "248"}, {"p.n=lt": "1"}):
    show(f"search {params}", ids(space.search(params=params)))
show("selection", [dict(f["properties"]) for f in space.search(tags=["town"], selection=["p.name"])])
show("bbox", ids(space.features_in_bbox(bbox=[7, 46, 9, 48], clip=False)))
show("tile", ids(space.features_in_tile(tile_type="web", tile_id="7_66_45", limit=10)))
show("spatial", ids(space.spatial_search(lat=47, lon=8, radius=1000)))
show("reference", ids(space.spatial_search(ref_space_id=space.info["id"], ref_feature_id="one", radius=10)))
area = {"type": "Polygon", "coordinates": [[[7, 46], [9, 46], [9, 48], [7, 48], [7, 46]]]}
show("geometry", ids(space.spatial_search_geometry(data=area)))
cells = space.cluster(clustering="hexbin", clustering_params={"resolution": 3})
show("cluster", cells["features"][0]["properties"]["kind"])

space.update_feature(feature_id="one", data={"properties": {"canton": "ZH"}}, add_tags=["lake"])
show("update", space.get_feature(feature_id="one")["properties"]["canton"])
space.update(title="Renamed", tagging_rules={"big": "$.features[?(@.properties.n>=249)]"}, shared=True)
show("space", [xyz.spaces.from_id(space.info["id"], config=config).info["title"], space.isshared()])
space.add_features(features={"type": "FeatureCollection", "features": [point("tagged", 1, 1, n=500)]})
show("rules", ids(space.search(tags=["big"])))

space.update_features(
    features={"type": "FeatureCollection", "features": [{"type": "Feature", "id": "one", "properties": {"lake": 1}}]},
    add_tags=["many"],
)
show("update many", [space.get_feature(feature_id="one", force_2d=True)["properties"][key] for key in ("canton", "lake")])
show("read", space.read(space.info["id"]).info["title"])
show("list", space.info["id"] in [entry["id"] for entry in space.list(include_rights=True)])
api, id = xyz.hub_api, space.info["id"]
show("viz", ids(space.features_in_tile(tile_type="web", tile_id="7_66_45", mode="viz", viz_sampling="off", margin=8)))
show("clipped", ids(space.features_in_bbox(bbox=[7, 46, 9, 48], clip=True, tags=["town"], limit=5)))
show("around", ids(space.spatial_search_geometry(data=area, radius=1000, tags=["town"], selection=["p.name"])))
show("features of the API", ids(api.get_space_features(space_id=id, feature_ids=["p1", "p2"])["features"]))
show("count of the API", api.get_space_count(space_id=id)["count"])
show("all of the API", len(api.get_space_all(space_id=id, limit=100, max_len=1000)["features"]))

with tempfile.TemporaryDirectory() as folder:
    for name, text in {
        "a.csv": "id,name,x,y\nc1,Bern,7.4,46.9\nc2,Chur,9.5,46.8\n",
        "a.geojson": json.dumps({"type": "FeatureCollection", "features": [point("g1", 6, 46)]}),
    }.items():
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    space.add_features_csv(path=f"{folder}/a.csv", lon_col="x", lat_col="y", id_col="id", add_tags=["csv"])
    space.add_features_geojson(path=f"{folder}/a.geojson")
show("files", [*ids(space.search(tags=["csv"])), space.get_feature(feature_id="g1")["id"]])
space.delete_features(feature_ids=["c1", "c2", "g1"])

projects = ProjectApi(config=config)
project = projects.post_project(data={"title": "Atlas", "status": "UNPUBLISHED"})["id"]
show("project", projects.get_project(project_id=project)["title"])
projects.patch_project(project_id=project, data={"title": "Renamed"})
show("projects", [entry["title"] for entry in projects.get_projects() if entry["id"] == project])
projects.put_project(project_id=project, data={"id": project, "title": "Replaced", "status": "UNPUBLISHED"})
show("replaced", projects.get_project(project_id=project)["title"])
projects.delete_project(project_id=project)

space.delete_feature(feature_id="one")
space.delete_features(feature_ids=["p1", "p2"])
space.delete_features(feature_ids=["p3"], tags=["none"])
show("left", space.get_statistics()["count"]["value"])
both = {"group": [space.info["id"]]}
virtual = xyz.spaces.virtual(title="Both", description="of one", config=config, virtualspace=both)
show("virtual", virtual.get_statistics()["count"]["value"])
virtual.delete()
id = space.info["id"]
space.delete()
try:
    xyz.spaces.from_id(id, config=config)
except ApiError as error:
    show("gone", error.args[0].status_code)
