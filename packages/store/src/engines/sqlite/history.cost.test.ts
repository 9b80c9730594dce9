import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import type { Versioning, WriteRequest } from '../../rules/write/write-request.ts';
import { createFile } from './database.ts';
import { SpaceReader } from './space-reader.ts';
import { SpaceWriter } from './space-writer.ts';

/** Every statement that runs while `work` does. */
function statementsOf(work: () => void): string[] {
  const seen: string[] = [];
  const { exec } = DatabaseSync.prototype;
  const { run, get, all } = StatementSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    seen.push(sql);
    return exec.call(this, sql);
  };
  for (const [name, method] of Object.entries({ run, get, all }))
    Object.defineProperty(StatementSync.prototype, name, {
      value(this: StatementSync, ...values: never[]) {
        seen.push(this.sourceSQL);
        return (method as (...args: unknown[]) => unknown).apply(this, values);
      },
      configurable: true,
      writable: true,
    });
  try {
    work();
  } finally {
    DatabaseSync.prototype.exec = exec;
    Object.assign(StatementSync.prototype, { run, get, all });
  }
  return seen;
}

const ABOUT_HISTORY = /\b(past|change|history)\b/;

describe('the cost of history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-'));
  after(() => rmSync(folder, { recursive: true }));

  const features = (n: number) => Array.from({ length: 20 }, (_, i) => ({ id: `f${i}`, properties: { n } }));
  const work = (name: string, versioning?: Versioning) => {
    const path = join(folder, `${name}.db`);
    createFile(path);
    const writer = new SpaceWriter(path, name, assert.fail);
    const put = (list: unknown[], changes: Partial<WriteRequest> = {}) =>
      writer.write(writeRequest(collectionOf(list), { versioning, ...changes }));
    const rule = { onExists: 'error', onNotExists: 'create', onConflict: 'error' } as const;
    const statements = statementsOf(() => {
      writer.batch([() => put(features(1))]);
      writer.batch([() => put(features(2)), () => put(features(2))]);
      writer.batch([() => assert.throws(() => put(features(3), { rule }))]);
      writer.batch([() => writer.delete({ ids: ['f1'], tags: undefined, returning: true, versioning })]);
      writer.batch([() => writer.delete({ ids: undefined, tags: undefined, returning: false, versioning })]);
    });
    const reader = new SpaceReader(path);
    statements.push(...statementsOf(() => reader.texts(['f1', 'f2'], {})));
    reader.close();
    writer.close();
    return statements;
  };

  test('is no statement for a space without', () =>
    assert.deepEqual(
      work('without').filter((sql) => ABOUT_HISTORY.test(sql)),
      [],
    ));

  test('is none either for one that has only uuids', () =>
    assert.deepEqual(
      work('uuids', { uuids: true }).filter((sql) => ABOUT_HISTORY.test(sql)),
      [],
    ));

  test('is two statements or three for each feature of a space that has it', () => {
    const about = work('with', { uuids: false, versionsToKeep: 2 }).filter((sql) => ABOUT_HISTORY.test(sql));
    assert.ok(about.length >= 60 && about.length <= 100, `${about.length} statements`);
  });
});
