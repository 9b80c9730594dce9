"""The hub and the token of the command line, as xyzspaces wants them."""

import json
import sys
import tempfile

from xyzspaces import XYZ
from xyzspaces.config.default import XYZConfig

url, token = sys.argv[1:]
with tempfile.NamedTemporaryFile("w", suffix=".conf", delete=False) as file:
    json.dump(
        {
            "credentials": {"XYZ_TOKEN": token, "HERE_USER": None, "HERE_PASSWORD": None},
            "http_headers": {"Authorization": f"Bearer {token}", "Content-Type": "application/geo+json"},
            "url": url,
        },
        file,
    )
config = XYZConfig.from_file(file.name)
xyz = XYZ(config=config)


def show(step, value):
    print(f"{step}: {json.dumps(value)}")


def point(id, lon, lat, **properties):
    geometry = {"type": "Point", "coordinates": [lon, lat]}
    return {"type": "Feature", "id": id, "geometry": geometry, "properties": properties}
