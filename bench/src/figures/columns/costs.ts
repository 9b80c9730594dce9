import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { SPACE, spaceFile } from '../../data/filling.ts';
import type { Prepared } from '../../data/prepared.ts';
import type { Figure } from '../../figure.ts';
import { processorTime } from '../../hub/processor-time.ts';
import { BATCH, bulkPuts } from '../bulk-puts.ts';
import { withScratchSpaces } from '../scratch-space.ts';
import type { Setting } from '../setting.ts';
import { pathOf, questions } from './questions.ts';

/** Behind the last block some may stay rows. */
const MAX_TAIL = 1024;

function withFile<T>(prepared: Prepared, space: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(spaceFile(prepared, space), { readOnly: true });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function rowsInBlocks(prepared: Prepared, space: string): number {
  return withFile(prepared, space, (database) => {
    const { rows } = database.prepare('SELECT coalesce(sum(row_count), 0) AS rows FROM column_block').get()!;
    return rows as number;
  });
}

/** Building a million takes half a minute on a quiet machine. */
const BUILD_LIMIT_MS = 300_000;

async function untilBuilt(prepared: Prepared, space: string, count: number): Promise<void> {
  const started = performance.now();
  while (rowsInBlocks(prepared, space) < count - MAX_TAIL) {
    if (performance.now() - started > BUILD_LIMIT_MS)
      throw new Error(
        `${rowsInBlocks(prepared, space)} of ${count} features of ${space} are in columns after ${BUILD_LIMIT_MS / 1000} s`,
      );
    await pause(200);
  }
}

/** Has columns built by a search that is soon done itself, unless an earlier run has done so. */
export async function buildCost({ client, hub, prepared }: Setting): Promise<Figure[]> {
  const { count } = prepared;
  const missing = count - rowsInBlocks(prepared, SPACE);
  if (missing <= MAX_TAIL) return [];
  const before = processorTime(hub.pid);
  await client.send('GET', `${pathOf(questions(0, count)[0]!)}&limit=1`);
  await untilBuilt(prepared, SPACE, count);
  return [
    {
      name: `columns, processor time of building ${missing}`,
      unit: 's',
      rounds: [{ ours: processorTime(hub.pid) - before, floor: undefined }],
      target: { of: 'ours', below: (30 * missing) / 1e6 },
    },
  ];
}

/** What they take, as MB beside those of the features' texts. */
export function diskShare({ prepared }: Setting): Figure {
  return withFile(prepared, SPACE, (database) => {
    const sum = database
      .prepare('SELECT sum(length(bytes) + length(summary)) AS bytes FROM column_body')
      .get()!;
    const texts = database.prepare('SELECT bytes FROM content').get()!;
    return {
      name: 'columns, disk beside the texts of the features',
      unit: 'MB',
      rounds: [{ ours: (sum.bytes as number) / 1e6, floor: (texts.bytes as number) / 1e6 }],
      target: { of: 'ratio', below: 0.35 },
    };
  });
}

const FILLED = 25_000;

/** Processor time of changing and adding features in bulk, in a space that has columns and in one that has none. */
export async function writeCost({ client, hub, prepared, effort }: Setting): Promise<Figure> {
  const [built, plain] = ['bench-columns', 'bench-no-columns'];
  return withScratchSpaces(client, [built, plain], async () => {
    const put = bulkPuts({ client, hub });
    for (const space of [built, plain]) await put(space, 0, FILLED);
    await client.send('GET', `/hub/spaces/${built}/count?p.sheet=1`);
    await untilBuilt(prepared, built, FILLED);
    const rounds = [];
    for (let round = 0; round < effort.rounds; round++) {
      const from = FILLED - BATCH * 10 + round * effort.bulkFeatures;
      const floor = await put(plain, from, effort.bulkFeatures);
      rounds.push({ floor, ours: await put(built, from, effort.bulkFeatures) });
    }
    return {
      name: 'columns, bulk-put with them',
      unit: 'µs',
      rounds,
      target: { of: 'ratio', below: 1.25 },
      note: 'processor time of a feature; some are changed, most are new; floor: the same without columns',
    };
  });
}
