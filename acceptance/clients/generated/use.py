"""What a program does with both generated clients: own properties, positions of two numbers, lists as parameters."""
import sys
from typing import Any

from meridian_client import AuthenticatedClient as HubClient
from meridian_client.api.features_read import get_feature, search_features
from meridian_client.api.features_write import put_features
from meridian_client.api.spaces import create_space
from meridian_client.models.feature import Feature
from meridian_client.models.feature_collection_input import FeatureCollectionInput
from meridian_client.models.feature_collection import FeatureCollection
from meridian_client.models.new_space import NewSpace
from meridian_client.models.space import Space
from meridian_ogc_api_client import AuthenticatedClient as OgcClient
from meridian_ogc_api_client.api.ogc import get_ogc_item, get_ogc_items, post_ogc_item
from meridian_ogc_api_client.api.ogc import ogc_collection_vector_get_tile as get_tile
from meridian_ogc_api_client.models.ogc_collection_vector_get_tile_tile_matrix_set_id import (
    OgcCollectionVectorGetTileTileMatrixSetId as TileMatrixSet,
)
from meridian_ogc_api_client.models.ogc_feature import OgcFeature
from meridian_ogc_api_client.models.ogc_feature_collection import OgcFeatureCollection
from meridian_ogc_api_client.models.ogc_feature_input import OgcFeatureInput

url, token = sys.argv[1:]
hub = HubClient(base_url=url, token=token)
ogc = OgcClient(base_url=url + "/ogc", token=token)

made = create_space.sync(client=hub, body=NewSpace(title="Generated"))
assert isinstance(made, Space), made
sent: dict[str, Any] = {"type": "FeatureCollection", "features": [
  {"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {"name": "A", "nested": {"n": 1}}},
  {"type": "Feature", "id": "b", "geometry": None, "properties": {"name": "B"}}]}
written = put_features.sync_detailed(made.id, client=hub, body=FeatureCollectionInput.from_dict(sent), add_tags=["x", "y"])
assert written.status_code == 200, written.content
one = get_feature.sync(made.id, "a", client=hub)
assert isinstance(one, Feature), one
assert one.properties["nested"] == {"n": 1}, one
found = search_features.sync(made.id, client=hub, tags=["x", "z"], filter_="name LIKE 'A%'")
assert isinstance(found, FeatureCollection), found
assert [feature.id for feature in found.features] == ["a"]

item = OgcFeatureInput.from_dict({"type": "Feature", "geometry": {"type": "Point", "coordinates": [3, 4]}, "properties": {"name": "C"}})
created = post_ogc_item.sync_detailed(made.id, client=ogc, body=item)
assert created.status_code == 201, created.content
items = get_ogc_items.sync(made.id, client=ogc, limit=10, bbox=[0, 0, 5, 5], properties=["name", "nested"], sortby=["-name"])
assert isinstance(items, OgcFeatureCollection), items
# B has no geometry: a box does not exclude it.
assert [feature.properties["name"] for feature in items.features] == ["C", "B", "A"], items
read = get_ogc_item.sync(made.id, "a", client=ogc)
assert isinstance(read, OgcFeature), read
tile = get_tile.sync_detailed(made.id, TileMatrixSet.WEBMERCATORQUAD, "0", 0, 0, client=ogc)
assert tile.status_code == 200 and len(tile.content) > 20
print("as expected")
