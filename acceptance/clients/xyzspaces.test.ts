// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../../testing/python.ts';
import { startHub } from '../harness/hub.ts';

/** The old service's Python package from PyPI, unmodified: https://pypi.org/project/xyzspaces/0.7.2/ */
const file = (name: string) => fileURLToPath(new URL(`xyzspaces/${name}`, import.meta.url));
const hub = await startHub();

const SHOWN = `
hub: ["reporter", "schemaVersion", "status"]
new: ["Lakes", "Made with Python", false]
count: {"value": 251, "estimated": false}
iterate: 251
get: "Z\\u00fcrich"
get many: ["p1", "p2"]
search by tag: ["one"]
search {'p.n': '7'}: ["p7"]
search {'p.n=gte': '248'}: ["p248", "p249"]
search {'p.n=lt': '1'}: ["p0"]
selection: [{"name": "Z\\u00fcrich"}]
bbox: ["one"]
tile: ["one"]
spatial: ["one"]
reference: ["one"]
geometry: ["one"]
cluster: "H3"
update: "ZH"
space: ["Renamed", true]
rules: ["tagged"]
update many: ["ZH", 1]
read: "Renamed"
list: true
viz: ["one"]
clipped: ["one"]
around: ["one"]
features of the API: ["p1", "p2"]
count of the API: 252
all of the API: 252
files: ["c1", "c2", "g1"]
project: "Atlas"
projects: ["Renamed"]
replaced: "Replaced"
left: 249
virtual: 249
gone: 404
`;

/** Heights are those that the hub adds to positions in its answers to clients of the old service. */
const SHOWN_OF_FILES = `
gpx: [["Point", [5, 46, 0], "Lyon"]]
kml: [["Point", [4, 45, 0], null]]
wkt: [["Polygon", [[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 0]]], null]]
geobuf: [["Point", [7, 46, 0], "Sion"]]
shapefile: [["Point", [9.5, 46.8, 0], "Chur"]]
geopandas: [["Point", [9.5, 46.8, 0], null], ["Polygon", [[[8, 47, 0], [9, 47, 0], [9, 48, 0], [8, 47, 0]]], null]]
search as a table: ["GeoDataFrame", ["Chur"], ["POINT Z (9.5 46.8 0)"]]
box as a table: ["Chur"]
`;

for (const { what, requirements, script, shown } of [
  {
    what: 'every call that needs no other service',
    requirements: 'requirements.txt',
    script: 'every_call.py',
    shown: SHOWN,
  },
  {
    what: 'files and tables, by its optional packages',
    requirements: 'requirements.files.txt',
    script: 'every_file.py',
    shown: SHOWN_OF_FILES,
  },
]) {
  const found = pythonWith(file(requirements));
  test(`xyzspaces 0.7.2: ${what}`, { skip: 'skip' in found ? found.skip : false }, () => {
    const python = 'python' in found ? found.python : '';
    const run = spawnSync(python, [file(script), hub.url, hub.token], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    assert.equal(run.stdout.trim(), shown.trim());
  });
}
