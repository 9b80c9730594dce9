import { after } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import {
  type TextIndexStep,
  type TextIndexUnderTest,
  textIndexContract,
} from '../../contract/text-index.contract.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import { TEXT_INDEX } from '../../model/query/text-index.ts';
import { prepareWrite } from './prepared-write.ts';
import { buildIndexStep, defineIndexes } from './property-indexes.ts';
import { ReadConnections } from './read-connections.ts';
import { Reading } from './reading.ts';
import { PostgresRowReader } from './row-reader.ts';
import { commitWrites } from './space-writer.ts';
import { StatementPool } from './statement-pool.ts';
import { WrittenSpace } from './testing/written-space.ts';

/** A few features. */
const STEP_BYTES = 1000;

const written = await WrittenSpace.open(await newDatabase());
const pool = new StatementPool(written.address, 2);
const connections = new ReadConnections(pool, 2);

after(async () => {
  await pool.end();
  await written.close();
  dropDatabase(written.url);
});

class IndexedTable implements TextIndexUnderTest {
  reader(): PostgresRowReader {
    const reading = new Reading(connections, written.space.storageKey);
    const unasked = () => Promise.reject(new Error('nobody asks for statistics here'));
    return new PostgresRowReader(reading, false, unasked);
  }

  async take(step: TextIndexStep): Promise<void> {
    const { session, space, address } = written;
    switch (step.kind) {
      case 'put': {
        const write = prepareWrite(space, writeRequest(collectionOf(step.features)));
        for (const outcome of (await commitWrites(session, space, [write])).outcomes) outcome();
        return;
      }
      case 'delete':
        return written.apply({ remove: { ids: step.ids } });
      case 'empty':
        return written.apply({ remove: {} });
      case 'define':
        await defineIndexes(session, space, step.isWanted ? [['name'], TEXT_INDEX] : [['name']]);
        return;
      case 'build':
        for (let i = 0; i < step.steps; i++) await buildIndexStep(session, space, address, STEP_BYTES);
    }
  }

  close(): void {}
}

textIndexContract(async () => {
  await written.begin();
  return new IndexedTable();
});
