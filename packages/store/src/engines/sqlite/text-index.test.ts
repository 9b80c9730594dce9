import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { loadGeos } from '@meridian/geo';
import {
  type TextIndexStep,
  type TextIndexUnderTest,
  textIndexContract,
} from '../../contract/text-index.contract.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import { TEXT_INDEX } from '../../model/query/text-index.ts';
import { wordsOf } from '../../model/query/text-search.ts';
import { createFile } from './database.ts';
import { SqliteRowReader } from './row-reader.ts';
import { SINCE } from './schema.ts';
import { SpaceReader } from './space-reader.ts';
import { SpaceWriter } from './space-writer.ts';
import { emptyTextIndex, textSource } from './text-index.ts';

const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-text-index-'));
const STEP_ROWS = 5;
let files = 0;

after(() => rmSync(folder, { recursive: true }));

class IndexedFile implements TextIndexUnderTest {
  readonly #path = join(folder, `${files++}.db`);
  readonly #writer: SpaceWriter;
  readonly #reader: SpaceReader;

  constructor() {
    createFile(this.#path);
    this.#writer = new SpaceWriter(this.#path, 's', () => geos);
    this.#reader = new SpaceReader(this.#path);
  }

  reader(): SqliteRowReader {
    return new SqliteRowReader(this.#reader);
  }

  take(step: TextIndexStep): void {
    const writer = this.#writer;
    switch (step.kind) {
      case 'put':
        return writer.batch([() => void writer.write(writeRequest(collectionOf(step.features)))]);
      case 'delete':
        return this.#delete(step.ids);
      case 'empty':
        return this.#delete(undefined);
      case 'define':
        return writer.defineIndexes(step.isWanted ? [['name'], TEXT_INDEX] : [['name']]);
      case 'build':
        for (let i = 0; i < step.steps; i++) writer.workStep(STEP_ROWS);
    }
  }

  #delete(ids: string[] | undefined): void {
    this.#writer.batch([() => void this.#writer.delete({ ids, tags: undefined, returning: false })]);
  }

  close(): void {
    this.#reader.close();
    this.#writer.close();
  }
}

textIndexContract(() => new IndexedFile());

test('an index of words that were folded otherwise is left alone, and built again once the file is written', () => {
  const path = join(folder, 'older.db');
  createFile(path);
  const open = () => new SpaceWriter(path, 's', () => geos);
  const before = open();
  const properties = { name: 'Ærø' };
  before.batch([() => void before.write(writeRequest(collectionOf([{ id: 'f', properties }])))]);
  before.defineIndexes([TEXT_INDEX]);
  for (let i = 0; i < 3; i++) before.workStep(STEP_ROWS);
  before.close();
  const database = new DatabaseSync(path);
  emptyTextIndex(database);
  database.exec(
    `INSERT INTO word (rowid, words) VALUES (1, 'ærø');
     ALTER TABLE overview DROP COLUMN classes; PRAGMA user_version = ${SINCE.words - 1}`,
  );
  database.close();

  const reader = new SpaceReader(path);
  const found = () => textSource(reader, wordsOf('aero'))?.collect(0, 10);
  assert.equal(found(), undefined);
  const writer = open();
  assert.equal(found(), undefined);
  for (let i = 0; i < 3; i++) writer.workStep(STEP_ROWS);
  assert.deepEqual(found(), [1]);
  assert.deepEqual(textSource(reader, ['ærø'])?.collect(0, 10), []);
  writer.close();
  reader.close();
});
