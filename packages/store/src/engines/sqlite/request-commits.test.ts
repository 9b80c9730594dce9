import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import type { WriteRequest } from '../../rules/write/write-request.ts';
import { createFile, openForReading } from './database.ts';
import { RequestCommits } from './request-commits.ts';
import { SpaceWriter } from './space-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-request-commits-'));
const path = join(folder, 'space.db');
createFile(path);
const writer = new SpaceWriter(path, 's', () => assert.fail('there is no density index'));
after(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

function put(ids: readonly string[], changes: Partial<WriteRequest> = {}) {
  return () => writer.write(writeRequest(collectionOf(ids.map((id) => ({ type: 'Feature', id }))), changes));
}

const reader = openForReading(path);

function storedOf(...ids: string[]): string[] {
  const find = reader.prepare('SELECT 1 FROM feature WHERE id = ?');
  return ids.filter((id) => find.get(id) !== undefined);
}

const onlyNew: Partial<WriteRequest> = {
  rule: { onExists: 'error', onNotExists: 'create', onConflict: 'error' },
};

test('of the requests of a commit the one that fails is undone, the others are stored', () => {
  writer.commit([put(['a'])]);
  const { version } = writer.content;
  for (const round of ['first', 'guarded']) {
    const ids = ['b', 'c', 'd'].map((id) => id + round);
    const outcomes = writer.commit([put([ids[0]!]), put([ids[1]!, 'a'], onlyNew), put([ids[2]!])]);
    assert.deepEqual(
      outcomes.map((outcome) => 'error' in outcome),
      [false, true, false],
      round,
    );
    assert.deepEqual(storedOf(...ids), [ids[0], ids[2]], round);
  }
  assert.equal(writer.content.version, version + 4);
  assert.equal(writer.count(), 5);
});

test('a dry run leaves nothing in the commit that it shares with others', () => {
  const others = new SpaceWriter(path, 's', () => assert.fail('there is no density index'));
  const write = (id: string, dryRun: boolean) => () => others.write(writeRequest({ id }, { dryRun }));
  const outcomes = others.commit([write('e', false), write('f', true), write('g', false)]);
  others.close();
  assert.equal(
    outcomes.some((outcome) => 'error' in outcome),
    false,
  );
  assert.deepEqual(storedOf('e', 'f', 'g'), ['e', 'g']);
});

test('what another connection has stored is there for the next commit', () => {
  const others = new SpaceWriter(path, 's', () => assert.fail('there is no density index'));
  others.commit([() => others.write(writeRequest({ id: 'h' }))]);
  others.close();
  const [again] = writer.commit([put(['h'], onlyNew)]);
  assert.ok('error' in again!);
});

test('requests are carried out twice only after the first of many that fail', () => {
  let runs = 0;
  const commits = new RequestCommits((steps) => {
    for (const step of steps) step();
  });
  const failing = () => {
    runs++;
    throw new Error('no');
  };
  assert.deepEqual(commits.commit([() => 1, () => 2]), [{ result: 1 }, { result: 2 }]);
  commits.commit([failing]);
  assert.equal(runs, 2);
  for (let i = 0; i < 20; i++) commits.commit([failing]);
  assert.equal(runs, 22);
});
