import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { loadGeos } from '@meridian/geo';
import { randomCases } from '../../../../../../testing/effort.ts';
import { isCellsKey } from '../../../columns/stored-cells.ts';
import { type ColumnsUnderTest, columnsContract } from '../../../contract/columns.contract.ts';
import type { ColumnsStep } from '../../../contract/columns.scenario.ts';
import { writeRequest } from '../../../contract/write-request.ts';
import type { ColumnRequest } from '../../../model/build-request.ts';
import type { Versioning } from '../../../rules/write/write-request.ts';
import { createFile, openExisting } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SpaceReader } from '../space-reader.ts';
import { SpaceWriter } from '../space-writer.ts';
import { SqliteColumnReader } from './column-reads.ts';

const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-columns-'));
const BLOCK_ROWS = 8;
const STEP_ROWS = 3;
let files = 0;

after(() => rmSync(folder, { recursive: true }));

/** A file with its writer and two ways to read it. */
class ColumnsFile implements ColumnsUnderTest {
  readonly path = join(folder, `${files++}.db`);
  readonly writer: SpaceWriter;
  readonly reader: SpaceReader;

  readonly versioning: Versioning | undefined;
  /** The cells that reads have asked for. */
  readonly #wanted = new Set<ColumnRequest>();
  #reads = 0;

  constructor(versioning: Versioning | undefined) {
    this.versioning = versioning;
    createFile(this.path);
    this.writer = new SpaceWriter(this.path, 's', () => geos, { columnRows: BLOCK_ROWS });
    this.reader = new SpaceReader(this.path);
  }

  byRows(): SqliteRowReader {
    return new SqliteRowReader(this.reader);
  }

  byColumns(): SqliteRowReader {
    // As a new thread now and then: what is stored is read again.
    const scope = `${this.path} ${Math.floor(this.#reads++ / 3)}`;
    const want = (what: ColumnRequest) => {
      if (isCellsKey(what)) this.#wanted.add(what);
    };
    const columns = new SqliteColumnReader(this.reader, scope, want, 0);
    return new SqliteRowReader(this.reader, columns);
  }

  take(step: ColumnsStep): void {
    const { versioning } = this;
    switch (step.kind) {
      case 'put':
        return this.#batch(() =>
          this.writer.write(
            writeRequest(`{"type":"FeatureCollection","features":[${step.features}]}`, { versioning }),
          ),
        );
      case 'delete': {
        const ids = step.numbers.map((number) => `f${number}`);
        return this.#batch(() => this.writer.delete({ ids, tags: undefined, returning: false, versioning }));
      }
      case 'empty':
        return this.#batch(() =>
          this.writer.delete({ ids: undefined, tags: undefined, returning: false, versioning }),
        );
      case 'build':
        this.writer.requestColumns();
        for (const wanted of this.#wanted) this.writer.requestColumns(wanted);
        this.#wanted.clear();
        for (let i = 0; i < step.steps; i++) this.writer.workStep(STEP_ROWS);
        return;
      case 'drop':
        return this.#change(`DELETE FROM column_block WHERE block = (SELECT block FROM column_block
          LIMIT 1 OFFSET ${step.number} % (SELECT max(1, count(*)) FROM column_block))`);
      case 'damage':
        this.#change(`UPDATE column_body SET bytes = CAST(substr(bytes, 1, 20) || x'ff' || substr(bytes, 22) AS BLOB)
          WHERE key = (SELECT key FROM column_body
            LIMIT 1 OFFSET ${step.number} % (SELECT max(1, count(*)) FROM column_body))`);
        return;
      case 'check':
        return this.writer.requestColumns('columns check');
    }
  }

  /** Beside the writer, as what goes wrong on a disk would be. */
  #change(sql: string): void {
    const other = openExisting(this.path);
    other.exec(sql);
    other.close();
  }

  #batch(work: () => unknown): void {
    this.writer.batch([() => void work()]);
  }

  close(): void {
    this.reader.close();
    this.writer.close();
  }
}

columnsContract((versioning) => new ColumnsFile(versioning), { runs: randomCases(8), questions: 3 });
