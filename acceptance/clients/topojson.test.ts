// Embedded engine only: it is about files and the command that reads them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newUser } from '../harness/command.ts';
import { type Feature, type FeatureCollection, NAMESPACE } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpaceId } from '../harness/space.ts';
import { installClient } from './install.ts';

/** Published atlases in TopoJSON, against what the reference makes of them. */
const atlases = installClient('atlases');
const hub = await startHub();
const user = newUser(hub);

/** The exit code of an import that could not take everything. */
const REFUSED = 9;

type Topology = { objects: Record<string, object> };
type Reference = (topology: Topology, object: object) => Feature | FeatureCollection;

describe('TopoJSON', { skip: 'skip' in atlases ? atlases.skip : false }, () => {
  const folder = 'folder' in atlases ? atlases.folder : '';
  const reference: Reference =
    folder && createRequire(join(folder, 'package.json'))('topojson-client').feature;

  /** As the reference reads it, layer by layer. */
  function expected(path: string): Feature[] {
    const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology;
    return Object.values(topology.objects).flatMap((object) => {
      const made = reference(topology, object);
      return made.type === 'FeatureCollection' ? (made as FeatureCollection).features : [made as Feature];
    });
  }

  const atlas = (name: string) => join(folder, 'node_modules', name);

  async function imported(path: string, exit: number) {
    const id = newSpaceId();
    const { code, out, err } = await user.run('import', path, '--to', id, '--create', '--json');
    assert.equal(code, exit, err);
    const { status, body } = await hub.get<FeatureCollection>(`/hub/spaces/${id}/search`);
    // Where every feature was refused, there was nothing to create the space for.
    return { report: JSON.parse(out)[0], features: status === 404 ? [] : body.features };
  }

  /** What the file says of a feature: its id if it has one, and everything but what the hub adds. */
  const shown = ({ id, geometry, properties }: Feature, hasId: boolean) => {
    const { [NAMESPACE]: _, ...own } = properties;
    return JSON.stringify({ ...(hasId ? { id } : {}), geometry, properties: own });
  };

  for (const name of [
    'world-atlas/land-110m.json',
    'world-atlas/countries-110m.json',
    'world-atlas/countries-10m.json',
    'us-atlas/states-10m.json',
  ])
    test(`${name} is imported as the reference reads it`, { timeout: 120_000 }, async () => {
      const source = expected(atlas(name));
      const { report, features } = await imported(atlas(name), 0);
      assert.equal(report.failed, 0);
      // A few countries share an id with another part of theirs: the last of them stays.
      const named = new Map(source.filter(({ id }) => id !== undefined).map((one) => [one.id, one]));
      const unnamed = source.filter(({ id }) => id === undefined);
      assert.equal(features.length, named.size + unnamed.length);
      const ids = new Set(named.keys());
      const found = features.map((one) => shown(one, ids.has(one.id))).sort();
      const wanted = [
        ...[...named.values()].map((one) => shown(one, true)),
        ...unnamed.map((one) => shown(one, false)),
      ];
      assert.deepEqual(found, wanted.sort());
    });

  test('us-atlas/counties-10m.json has one state whose ring is open: it is told, the rest is there', {
    timeout: 120_000,
  }, async () => {
    const source = expected(atlas('us-atlas/counties-10m.json'));
    const { report, features } = await imported(atlas('us-atlas/counties-10m.json'), REFUSED);
    assert.equal(features.length, source.length - 1);
    assert.equal(report.failed, 1);
    const refused = JSON.parse(readFileSync(join(user.folder, report.report), 'utf8'));
    assert.equal(refused.id, '17');
    assert.match(refused.reason, /must be closed/);
  });

  test('us-atlas/states-albers-10m.json is in pixels: every feature is refused, naming the coordinate', async () => {
    const source = expected(atlas('us-atlas/states-albers-10m.json'));
    const { report, features } = await imported(atlas('us-atlas/states-albers-10m.json'), REFUSED);
    assert.deepEqual([features.length, report.failed], [0, source.length]);
    const [first] = readFileSync(join(user.folder, report.report), 'utf8').split('\n');
    assert.match(JSON.parse(first!).reason, /is a (longitude|latitude) and must be from/);
  });
});
