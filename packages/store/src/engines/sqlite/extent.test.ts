import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import { createFile } from './database.ts';
import { readExtent } from './extent.ts';
import { SpaceReader } from './space-reader.ts';
import { SpaceWriter } from './space-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-extent-'));
let writer: SpaceWriter;
let reader: SpaceReader;
let files = 0;

beforeEach(() => {
  close();
  const path = join(folder, `${files++}.db`);
  createFile(path);
  writer = new SpaceWriter(path, 's', assert.fail);
  reader = new SpaceReader(path);
});

after(() => {
  close();
  rmSync(folder, { recursive: true });
});

function close(): void {
  writer?.close();
  reader?.close();
}

const put = (...features: unknown[]) =>
  writer.batch([() => void writer.write(writeRequest(collectionOf(features)))]);
const remove = (...ids: string[]) =>
  writer.batch([() => void writer.delete({ ids, tags: undefined, returning: false })]);
const point = (id: string, ...coordinates: number[]) => ({ id, geometry: { type: 'Point', coordinates } });

function extent() {
  const found = readExtent(reader);
  if (!found) return undefined;
  const { west, south, east, north } = found.bbox;
  return { box: [west, south, east, north], exact: found.exact };
}

describe('the extent of a space', () => {
  test('is nothing where there is no position', () => {
    assert.equal(extent(), undefined);
    put({ id: 'a' }, { id: 'b', geometry: { type: 'MultiPoint', coordinates: [] } });
    assert.equal(extent(), undefined);
  });

  test('is the point itself where there is one', () => {
    put(point('a', 13.404954, 52.520008));
    assert.deepEqual(extent(), { box: [13.404954, 52.520008, 13.404954, 52.520008], exact: true });
  });

  test('is exact where single precision is not', () => {
    const fine = 0.1 + 2 ** -40;
    put(point('a', 0.1, 0.1), point('b', fine, fine), point('c', -0.1, -0.1), point('d', -fine, -fine));
    assert.deepEqual(extent(), { box: [-fine, -fine, fine, fine], exact: true });
  });

  test('reaches the edges of the world', () => {
    put({
      id: 'a',
      geometry: {
        type: 'LineString',
        coordinates: [
          [-180, -90],
          [180, 90],
        ],
      },
    });
    assert.deepEqual(extent(), { box: [-180, -90, 180, 90], exact: true });
  });

  test('shrinks with what is removed or moved inside', () => {
    put(point('a', 0, 0), point('west', -50.5, 0), point('north', 0, 60.6));
    remove('west');
    assert.deepEqual(extent()?.box, [0, 0, 0, 60.6]);
    put(point('north', 1, 1));
    assert.deepEqual(extent()?.box, [0, 0, 1, 1]);
    put({ id: 'north' });
    assert.deepEqual(extent()?.box, [0, 0, 0, 0]);
    remove('a');
    assert.equal(extent(), undefined);
  });

  test('is right for a tree of several levels, growing and shrinking', () => {
    const points = Array.from({ length: 3000 }, (_, i) =>
      point(`p${i}`, Math.sin(i) * (i / 20), Math.cos(i) * (i / 50)),
    );
    const boxOf = (some: typeof points) => {
      const xs = some.map(({ geometry }) => geometry.coordinates[0]!);
      const ys = some.map(({ geometry }) => geometry.coordinates[1]!);
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    };
    put(...points);
    assert.deepEqual(extent(), { box: boxOf(points), exact: true });
    remove(...points.slice(1000).map(({ id }) => id));
    assert.deepEqual(extent(), { box: boxOf(points.slice(0, 1000)), exact: true });
  });

  test('says so where too many features share an edge to be sure', () => {
    put(...Array.from({ length: 2500 }, (_, i) => point(`p${i}`, -10, i / 100)));
    const found = extent();
    assert.deepEqual(found?.box, [-10, 0, -10, 24.99]);
    assert.equal(found?.exact, false);
  });

  test('is gone when the space is emptied', () => {
    put(point('a', 1, 2));
    writer.batch([() => void writer.delete({ ids: undefined, tags: undefined, returning: false })]);
    assert.equal(extent(), undefined);
    put(point('b', 3, 4));
    assert.deepEqual(extent()?.box, [3, 4, 3, 4]);
  });
});
