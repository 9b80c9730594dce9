import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import type { WriteRequest } from '../../rules/write/write-request.ts';
import { createFile, openForReading } from './database.ts';
import { SpaceWriter } from './space-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-collected-'));
const path = join(folder, 'space.db');
createFile(path);
let writer = open();
const reader = openForReading(path);
after(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

function open(): SpaceWriter {
  return new SpaceWriter(path, 's', () => assert.fail('there is no density index'));
}

let state = 7;
function random(below: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
}

const TAGS = ['red', 'green', 'blue'];

/** So many features, among them some that are there already; a few are nowhere. */
function put(count: number, changes: Partial<WriteRequest> = {}) {
  const ids = new Set(Array.from({ length: count }, () => `f${random(900)}`));
  const features = [...ids].map((id) => ({
    type: 'Feature',
    id,
    geometry:
      random(20) === 0
        ? null
        : { type: 'Point', coordinates: [random(3600) / 10 - 180, random(1700) / 10 - 85] },
    properties: { '@ns:com:here:xyz': { tags: TAGS.filter(() => random(2) === 0) } },
  }));
  return () => void writer.write(writeRequest(collectionOf(features), changes));
}

function remove(ids: string[] | undefined, tags: string[] | undefined) {
  return () => void writer.delete({ ids, tags: tags && [tags], returning: false });
}

const onlyNew: Partial<WriteRequest> = {
  rule: { onExists: 'error', onNotExists: 'create', onConflict: 'error' },
};

function anyRequest(): () => void {
  switch (random(12)) {
    case 0:
      return remove(
        Array.from({ length: 50 }, () => `f${random(900)}`),
        undefined,
      );
    case 1:
      return remove(undefined, [TAGS[random(3)]!]);
    case 2:
      return random(4) === 0 ? remove(undefined, undefined) : put(3);
    case 3:
      return put(100, { dryRun: true });
    case 4:
      return random(3) === 0 ? put(60, onlyNew) : put(1);
    default:
      return put(1 + random(200));
  }
}

/** Features and the entries of both indexes, as they should be and as they are. */
function checkIndexes(round: number): void {
  const all = (sql: string) => reader.prepare(sql).all();
  assert.equal(all("SELECT rtreecheck('box') AS result")[0]!.result, 'ok', `round ${round}`);
  assert.deepEqual(
    all('SELECT seq FROM box ORDER BY seq'),
    all('SELECT seq FROM feature WHERE west IS NOT NULL ORDER BY seq'),
    `round ${round}`,
  );
  const outside = all(`SELECT seq FROM feature JOIN box USING (seq)
    WHERE feature.west < box.west OR feature.east > box.east OR feature.south < box.south OR feature.north > box.north
      OR box.east - box.west > 1e-4 OR box.north - box.south > 1e-4`);
  assert.deepEqual(outside, [], `round ${round}`);
  assert.deepEqual(
    all('SELECT tag, seq FROM tag ORDER BY tag, seq'),
    all(
      `SELECT value AS tag, seq FROM feature, json_each(text, '$.properties."@ns:com:here:xyz".tags') ORDER BY 1, 2`,
    ),
    `round ${round}`,
  );
}

test('indexes that are written once for a commit are those of its features, whatever requests share it', () => {
  for (let round = 0; round < 40; round++) {
    writer.commit(Array.from({ length: 1 + random(4) }, anyRequest));
    checkIndexes(round);
    if (random(10) > 0) continue;
    writer.close();
    writer = open();
  }
});

test('they are right where another connection has written in between', () => {
  const other = open();
  const first = writer;
  for (let round = 0; round < 8; round++) {
    writer = round % 2 === 0 ? other : first;
    writer.commit([put(150)]);
    checkIndexes(round);
  }
  writer = first;
  other.close();
});
