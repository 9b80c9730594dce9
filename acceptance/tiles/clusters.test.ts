import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile, type TileFeature } from '../harness/vector-tile.ts';
import { randomMap } from './random-map.ts';

const COUNT = 300;
const hub = await sharedHub();

describe(`mode=cluster (seed ${seed})`, async () => {
  const space = await newSpace(hub);
  const random = new Random(seed);
  const features = randomMap(random, [22.5, 10], COUNT);
  await space.load(...features);
  const shown = async (tile: string, query = ''): Promise<TileFeature[]> => {
    const path = `${space.path}/tile/web/${tile}.mvt?mode=cluster${query}`;
    const response = await hub.get<undefined>(path);
    assert.equal(response.status, 200, response.text);
    return readVectorTile(response.bytes)[0]?.features ?? [];
  };
  const sumOf = (cells: readonly TileFeature[], name: string) =>
    cells.reduce((sum, { properties }) => sum + Number(properties[name] ?? 0), 0);
  const tilesOf = (zoom: number) =>
    Array.from({ length: 4 ** zoom }, (_, i) => `${zoom}/${i % 2 ** zoom}/${Math.floor(i / 2 ** zoom)}`);

  for (const [shape, type] of [
    ['points', 1],
    ['quads', 3],
  ] as const)
    test(`counts each feature in one of the ${shape} of a zoom`, async () => {
      for (const zoom of [0, 1, 2]) {
        const cells: TileFeature[] = [];
        for (const tile of tilesOf(zoom))
          cells.push(...(await shown(tile, `&cluster=${shape}&cluster.properties=n,nothing`)));
        assert.equal(sumOf(cells, 'point_count'), COUNT);
        assert.equal(sumOf(cells, 'n.sum'), (COUNT * (COUNT - 1)) / 2);
        assert.ok(cells.every((cell) => cell.type === type && !('nothing.sum' in cell.properties)));
        assert.equal(new Set(cells.map(({ properties }) => properties.id)).size, cells.length);
        for (const { properties } of cells) {
          const { 'n.sum': sum, 'n.mean': mean, 'n.min': min, 'n.max': max } = properties;
          assert.ok(Math.abs(Number(mean) * Number(properties.point_count) - Number(sum)) < 1e-6);
          assert.ok(Number(min) <= Number(mean) && Number(mean) <= Number(max));
        }
      }
    });

  test('draws a hexagon on the edge of two tiles in both, with its whole count', async () => {
    const all = await shown('0/0/0', '&cluster=hexagons');
    assert.equal(sumOf(all, 'point_count'), COUNT);
    const [west, east] = [
      await shown('4/8/7', '&cluster=hexagons'),
      await shown('4/9/7', '&cluster=hexagons'),
    ];
    const counts = new Map(west.map(({ properties }) => [properties.id, properties.point_count]));
    const both = east.filter(({ properties }) => counts.has(properties.id));
    assert.ok(both.length > 0);
    for (const { properties } of both) assert.equal(properties.point_count, counts.get(properties.id));
  });

  test('counts what passes a filter, and stands where it is', async () => {
    await space.load({ id: 'alone', geometry: { type: 'Point', coordinates: [-90, 66.51326044311186] } });
    const [cell, ...others] = await shown('0/0/0', '&f.id=alone');
    assert.deepEqual([cell!.drawn, cell!.properties.point_count], [[[[1024, 1024]]], 1]);
    assert.equal(others.length, 0);
  });

  test('has TileJSON with the fields of its cells', async () => {
    const path = `${space.path}/tile/web.json?mode=cluster&cluster=quads&cluster.properties=n`;
    const { body } = await hub.get<{ tiles: [string]; vector_layers: [{ fields: object }] }>(path);
    assert.match(body.tiles[0], /\.mvt\?cluster=quads&cluster\.properties=n&mode=cluster&v=\d+$/);
    const numbers = ['point_count', 'n.sum', 'n.mean', 'n.min', 'n.max'].map((name) => [name, 'Number']);
    assert.deepEqual(body.vector_layers[0].fields, { id: 'String', ...Object.fromEntries(numbers) });
  });

  test('refuses what it can’t do, in words', async () => {
    const refused = async (call: string, words: string) =>
      assertRefused(await hub.get(`${space.path}/tile/${call}`), 400, words);
    await refused('web/0/0/0?mode=cluster', 'mode=cluster is for vector tiles');
    await refused(
      'web/0/0/0.mvt?mode=cluster&cluster=circles',
      'cluster must be one of points, hexagons, quads',
    );
    await refused('web/0/0/0.mvt?mode=cluster&cluster.properties=a..b', 'cluster.properties must be up to 5');
    await refused('web/0/0/0.mvt?mode=cluster&clustering=hexbin', 'two ways to count');
    await refused('web/23/0/0.mvt?mode=cluster', 'zooms from 0 to 22');
    await refused('here/1.mvt?mode=cluster', 'mode=cluster is not possible on here tiles');
  });
});
