import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { loadGeos } from '@meridian/geo';
import {
  type TextIndexStep,
  type TextIndexUnderTest,
  textIndexContract,
} from '../../contract/text-index.contract.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import { TEXT_INDEX } from '../../model/query/text-index.ts';
import { createFile } from './database.ts';
import { SqliteRowReader } from './row-reader.ts';
import { SpaceReader } from './space-reader.ts';
import { SpaceWriter } from './space-writer.ts';

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
