import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { dropDatabase, newDatabase, query } from '../../../../../testing/postgres/database.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import type { WriteRequest, WriteResult } from '../../rules/write/write-request.ts';
import { insertsAll } from './expected-new.ts';
import { prepareWrite } from './prepared-write.ts';
import { commitWrites } from './space-writer.ts';
import { WrittenSpace } from './testing/written-space.ts';

const written = await WrittenSpace.open(await newDatabase());

after(async () => {
  await written.close();
  dropDatabase(written.url);
});

beforeEach(() => written.begin());

const PARTIAL = { transactional: false } as const;

function requestOf(from: number, count: number, text: string, changes: Partial<WriteRequest> = PARTIAL) {
  const features = Array.from({ length: count }, (_, i) => ({
    ...{ id: `${from + i}`, geometry: { type: 'Point', coordinates: [(from + i) / 1000, 1] } },
    properties: { text },
  }));
  return prepareWrite(written.space, writeRequest(collectionOf(features), changes));
}

async function put(...writes: ReturnType<typeof prepareWrite>[]) {
  const { outcomes } = await commitWrites(written.session, written.space, writes);
  return outcomes.map((outcome) => {
    const { inserted = [], updated = [] } = JSON.parse(
      Buffer.from((outcome() as WriteResult).body!).toString(),
    );
    return { inserted: inserted.length, updated: updated.length };
  });
}

/** How many there are, by the counts and by their rows, the last position, and how many have a text. */
function stored(text: string): string {
  const { storageKey } = written.space;
  return query(
    written.url,
    `SET search_path = meridian, public; SELECT count, (SELECT count(*) FROM ${storageKey}), last_seq,
      (SELECT count(*) FROM ${storageKey} WHERE strpos(text, '"${text}"') > 0) FROM content WHERE place = '${storageKey}'`,
  );
}

const FIRST = 'f'.repeat(400);

describe('features of a load', () => {
  test('are looked up once one of them was there: nothing is there twice', async () => {
    assert.deepEqual(await put(requestOf(0, 1000, FIRST)), [{ inserted: 1000, updated: 0 }]);
    assert.deepEqual(await put(requestOf(1000, 1000, FIRST)), [{ inserted: 1000, updated: 0 }]);
    assert.deepEqual(await put(requestOf(1990, 100, 'again')), [{ inserted: 90, updated: 10 }]);
    assert.equal(stored('again'), '2090|2090|2090|100');
    assert.deepEqual(await put(requestOf(2080, 20, 'few')), [{ inserted: 10, updated: 10 }]);
    assert.equal(stored('few'), '2100|2100|2100|20');
  });

  test('of which a few were there are replaced too', async () => {
    await put(requestOf(0, 1000, FIRST));
    assert.deepEqual(await put(requestOf(999, 2, 'few'), requestOf(1000, 3, 'later')), [
      { inserted: 1, updated: 1 },
      { inserted: 2, updated: 1 },
    ]);
    assert.equal(stored('later'), '1003|1003|1003|3');
  });

  test('have the outcome of a lookup where a request could do without inserting them', () => {
    const none: [string, Partial<WriteRequest>][] = [
      ['all or nothing', { transactional: true }],
      ['a dry run', { dryRun: true }],
      ['verdicts', { verdicts: [] }],
      ['a state that is asked for', { ifMatch: [] }],
      ['versions', { versioning: { uuids: true } }],
      ['an activity log', { activityLogs: [] }],
      ['no right to create', { rights: { create: false, update: true, delete: true, read: true } }],
      [
        'a quota',
        { limits: { maxBodyBytes: 1e6, maxFeatures: 10, maxVertices: 10, maxFeaturesInSpace: 10 } },
      ],
      ['no creation', { rule: { onExists: 'replace', onNotExists: 'retain', onConflict: 'error' } }],
    ];
    assert.equal(insertsAll(requestOf(0, 1, 'x')), true);
    for (const [what, changes] of none)
      assert.equal(insertsAll(requestOf(0, 1, 'x', { ...PARTIAL, ...changes })), false, what);
  });
});
