import { after } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../../testing/postgres/database.ts';
import { isCellsKey } from '../../../columns/stored-cells.ts';
import { type ColumnsUnderTest, columnsContract } from '../../../contract/columns.contract.ts';
import type { ColumnsStep } from '../../../contract/columns.scenario.ts';
import { writeRequest } from '../../../contract/write-request.ts';
import type { CellsRequest, ColumnRequest } from '../../../model/build-request.ts';
import type { Versioning } from '../../../rules/write/write-request.ts';
import { prepareWrite } from '../prepared-write.ts';
import { ReadConnections } from '../read-connections.ts';
import { Reading } from '../reading.ts';
import { PostgresRowReader } from '../row-reader.ts';
import { commitWrites } from '../space-writer.ts';
import { StatementPool } from '../statement-pool.ts';
import { WrittenSpace } from '../testing/written-space.ts';
import { ColumnBuilders } from './build-columns.ts';
import { PostgresColumnReader } from './column-reads.ts';
import { columnTablesOf } from './column-tables.ts';

const written = await WrittenSpace.open(await newDatabase());
const pool = new StatementPool(written.address, 2);
const connections = new ReadConnections(pool, 2);

after(async () => {
  await pool.end();
  await written.close();
  dropDatabase(written.url);
});

/** A space that two processes build columns of; so much time passes between two steps that no lease holds. */
class ColumnsTable implements ColumnsUnderTest {
  #clock = Date.now();
  readonly #builders: ColumnBuilders[];

  readonly #versioning: Versioning | undefined;
  /** The cells that reads have asked for. */
  readonly #wanted = new Set<CellsRequest>();

  constructor(versioning: Versioning | undefined) {
    this.#versioning = versioning;
    const now = () => (this.#clock += 60_000);
    this.#builders = [0, 1].map(() => new ColumnBuilders({ blockRows: 8, maxStep: 3, now }));
  }

  byRows(): PostgresRowReader {
    return this.#reader(false);
  }

  byColumns(): PostgresRowReader {
    return this.#reader(true);
  }

  #reader(isByColumns: boolean): PostgresRowReader {
    const reading = new Reading(connections, written.space.storageKey);
    const unasked = () => Promise.reject(new Error('nobody asks for statistics here'));
    const want = (what: ColumnRequest) => {
      if (isCellsKey(what)) this.#wanted.add(what);
    };
    const columns = isByColumns ? new PostgresColumnReader(reading, want, 0) : undefined;
    return new PostgresRowReader(reading, false, unasked, columns);
  }

  async take(step: ColumnsStep): Promise<void> {
    const versioning = this.#versioning;
    const { session, space } = written;
    switch (step.kind) {
      case 'put': {
        const body = `{"type":"FeatureCollection","features":[${step.features}]}`;
        const { outcomes } = await commitWrites(session, space, [
          prepareWrite(space, writeRequest(body, { versioning })),
        ]);
        outcomes[0]!();
        return;
      }
      case 'delete':
        return written.apply({ remove: { ids: step.numbers.map((number) => `f${number}`), versioning } });
      case 'empty':
        return written.apply({ remove: { versioning } });
      case 'build':
        await this.#builders[0]!.request(session, space);
        for (const wanted of this.#wanted)
          for (const builder of this.#builders) await builder.wantCells(session, space, wanted);
        this.#wanted.clear();
        for (let i = 0; i < step.steps; i++) await this.#builders[i % 3 === 2 ? 1 : 0]!.step(session, space);
        return;
      case 'drop':
        return this.#change(
          (blocks) => `DELETE FROM ${blocks} WHERE block = (SELECT block FROM ${blocks} ORDER BY block
            LIMIT 1 OFFSET ${step.number} % greatest(1, (SELECT count(*) FROM ${blocks})))`,
        );
      case 'damage':
        return this.#change(
          (
            _,
            bodies,
          ) => `UPDATE ${bodies} SET bytes = overlay(bytes placing '\\xff' from least(21, length(bytes)))
            WHERE ctid = (SELECT ctid FROM ${bodies}
              LIMIT 1 OFFSET ${step.number} % greatest(1, (SELECT count(*) FROM ${bodies})))`,
        );
      case 'check':
        return this.#builders[0]!.check(session, space);
    }
  }

  /** Beside those who write, as what goes wrong on a disk would be. */
  async #change(sql: (blocks: string, bodies: string) => string): Promise<void> {
    const { session, space } = written;
    await this.#builders[0]!.request(session, space);
    const { blocks, bodies } = columnTablesOf(space.storageKey);
    await session.alone(sql(blocks, bodies));
  }

  close(): void {}
}

columnsContract(
  async (versioning) => {
    await written.begin();
    return new ColumnsTable(versioning);
  },
  { runs: 6, questions: 2 },
);
