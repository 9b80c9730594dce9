import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { PLAIN_PROPERTY, SELECTIVITY } from '../data/feature.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import { randomFrom } from '../data/random.ts';
import type { Figure, Measured } from '../figure.ts';
import { processorTime } from '../hub/processor-time.ts';
import { onHub, type Setting } from './setting.ts';

/** The same question to the hub and, over the same file, to SQLite's own JSON functions. */
type Question = {
  name: string;
  path: () => string;
  sql: string;
  values: () => number[];
  hasTarget?: false;
};

const random = randomFrom(5);
let value = 0;

const SPACE_PATH = `/hub/spaces/${SPACE}`;
const AT = (name: string) => `json_extract(text, '$.properties.${name}')`;

const QUESTIONS: readonly Question[] = [
  {
    name: `columns, one feature in ${SELECTIVITY} by a number`,
    path: () => `${SPACE_PATH}/search?p.${PLAIN_PROPERTY}=${value}&skipCache=true`,
    sql: `SELECT text FROM feature WHERE ${AT(PLAIN_PROPERTY)} = ?`,
    values: () => [value],
  },
  {
    name: 'columns, count by a text',
    path: () => `${SPACE_PATH}/count?p.wheelchair=yes&skipCache=true`,
    sql: `SELECT count(*) FROM feature WHERE ${AT('wheelchair')} = 'yes'`,
    values: () => [],
  },
  {
    name: 'columns, features with a word in any property',
    path: () => `${SPACE_PATH}/search?q=station+${1000 + value}&skipCache=true`,
    sql: "SELECT text FROM feature WHERE text LIKE '%station%' AND text LIKE '%' || (1000 + ?) || '%'",
    values: () => [value],
    hasTarget: false,
  },
  {
    name: 'columns, the 100 largest by a number',
    path: () => `${SPACE_PATH}/iterate?sort=p.height:desc&limit=100&skipCache=true`,
    sql: `SELECT text FROM feature ORDER BY ${AT('height')} DESC, seq LIMIT 100`,
    values: () => [],
  },
  {
    name: 'columns, count per text',
    path: () => `${SPACE_PATH}/aggregate?groupBy=operator&skipCache=true`,
    sql: `SELECT ${AT('operator')} AS operator, count(*) FROM feature GROUP BY 1`,
    values: () => [],
  },
];

const REPEATS = 5;
const NOTE = "floor: SQLite's JSON functions over the same file";

/** Questions about all features that no index answers, and what columns take of disk and processor. */
export const columns = onHub(async (setting) => {
  const { prepared, client, effort } = setting;
  const database = new DatabaseSync(spaceFile(prepared, SPACE), { readOnly: true });
  try {
    const built = await build(setting, database);
    const figures: Figure[] = [];
    for (const question of QUESTIONS) {
      await client.send('GET', question.path());
      const rounds: Measured[] = [];
      for (let round = 0; round < effort.rounds; round++) {
        value = random.whole(0, SELECTIVITY - 1);
        const floor = timed(() => void database.prepare(question.sql).all(...question.values()));
        const started = performance.now();
        for (let turn = 0; turn < REPEATS; turn++) await client.send('GET', question.path());
        rounds.push({ ours: (performance.now() - started) / REPEATS, floor });
      }
      figures.push({
        name: question.name,
        unit: 'ms',
        rounds,
        note: NOTE,
        ...(question.hasTarget !== false && { target: { of: 'ours', below: 100 } }),
      });
    }
    return [...figures, ...built, diskShare(database)];
  } finally {
    database.close();
  }
});

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Has columns built by a search, unless an earlier run has done so. */
async function build({ client, hub, prepared }: Setting, database: DatabaseSync): Promise<Figure[]> {
  const covered = database.prepare('SELECT sum(row_count) AS rows FROM column_block');
  const rows = () => (covered.get()!.rows as number | null) ?? 0;
  // Behind the last block some may stay rows.
  const enough = prepared.count - 1024;
  if (rows() >= enough) return [];
  const before = processorTime(hub.pid);
  await client.send('GET', QUESTIONS[0]!.path());
  while (rows() < enough) await pause(200);
  const used = processorTime(hub.pid) - before;
  return [
    {
      name: 'columns, processor time of building them',
      unit: 's',
      rounds: [{ ours: used, floor: undefined }],
      target: { of: 'ours', below: (30 * prepared.count) / 1e6 },
    },
  ];
}

/** What they take, as MB beside those of the features' texts. */
function diskShare(database: DatabaseSync): Figure {
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
}
