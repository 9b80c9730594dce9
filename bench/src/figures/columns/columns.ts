import type { Figure, Measured, Target } from '../../figure.ts';
import type { Child } from '../../floors/child.ts';
import type { HubClient } from '../../hub/hub-client.ts';
import { startDuckDb } from '../../rivals/duckdb.ts';
import { startJsonb } from '../../rivals/jsonb.ts';
import { median } from '../../rounds.ts';
import { tableLine } from '../../table.ts';
import { type Measurement, onHub, type Setting } from '../setting.ts';
import { buildCost, diskShare, writeCost } from './costs.ts';
import { firstBins } from './first-bins.ts';
import { limitMs, pathOf, type Question, questions } from './questions.ts';
import { tileFigures } from './tiles.ts';

const REPEATS = 5;

const BESIDE = 'floor: DuckDB over a Parquet file of the same features; the best of 5 on either side';

/** Questions about all features that no index answers, beside DuckDB and PostgreSQL, and what columns cost. */
export const columns: Measurement = async (bench) => [...(await onAHub(bench)), ...(await firstBins(bench))];

const onAHub = onHub(async (setting) => {
  const built = await buildCost(setting);
  const duckdb = await startDuckDb(setting.prepared);
  const jsonb = await startJsonb(setting.prepared);
  if (typeof jsonb === 'string') console.error(`PostgreSQL is left out: ${jsonb}`);
  try {
    const rivals = { duckdb, jsonb: typeof jsonb === 'string' ? undefined : jsonb.child };
    const figures = await questionFigures(setting, rivals, 'columns');
    const tiles = await tileFigures(setting);
    return [...figures, ...tiles, ...built, diskShare(setting), await writeCost(setting)];
  } finally {
    await duckdb.close();
    if (typeof jsonb !== 'string') await jsonb.stop();
  }
});

type Rivals = { duckdb: Child; jsonb: Child | undefined };

export async function questionFigures(
  { client, effort, prepared }: Setting,
  rivals: Rivals,
  name: string,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [nth, { kind, name: question }] of questions(0, prepared.count).entries()) {
    const rounds: Measured[] = [];
    for (let round = 0; round <= effort.rounds; round++) {
      const measured = await ask(questions(round * 37 + nth, prepared.count)[nth]!, client, rivals.duckdb);
      if (round > 0) rounds.push(measured);
    }
    const figure = { name: `${name}, ${question}`, unit: 'ms', rounds } as const;
    figures.push({
      ...figure,
      ...targetOf(kind, median(rounds.map(({ floor }) => floor!)), prepared.count),
      note: BESIDE,
    });
    console.error(tableLine(figures.at(-1)!));
    if (!rivals.jsonb) continue;
    const floor = await askSql(rivals.jsonb, questions(nth, prepared.count)[nth]!, 'jsonb');
    const beside = rounds.map(({ ours }) => ({ ours, floor }));
    figures.push({
      ...figure,
      name: `${figure.name}, beside jsonb`,
      rounds: beside,
      target: { of: 'ratio', below: 1 },
    });
    console.error(tableLine(figures.at(-1)!));
  }
  return figures;
}

/** `duckdb`: the milliseconds that it takes. */
function targetOf(kind: Question['kind'], duckdb: number, features: number): { target?: Target } {
  const limit = limitMs(100, features);
  switch (kind) {
    case 'search':
    case 'words':
      return { target: { of: 'ours', below: Math.round(Math.min(limit, 1.5 * duckdb + 10)) } };
    case 'top':
      return { target: { of: 'ours', below: limit } };
    case 'groups':
      return { target: { of: 'ratio', below: 2 } };
    default:
      return {};
  }
}

async function ask(question: Question, client: HubClient, duckdb: Child): Promise<Measured> {
  const best = async (once: () => Promise<number>) => {
    let least = Infinity;
    for (let i = 0; i < REPEATS; i++) least = Math.min(least, await once());
    return least;
  };
  return {
    floor: await best(() => askSql(duckdb, question, 'duckdb')),
    ours: await best(async () => {
      const started = performance.now();
      await client.send('GET', pathOf(question));
      return performance.now() - started;
    }),
  };
}

async function askSql(rival: Child, question: Question, language: 'duckdb' | 'jsonb'): Promise<number> {
  const sql = question[language];
  const { ms, rows } = await rival.ask<{ ms: number; rows: number }>('ask', sql, question.values);
  if (rows === 0) throw new Error(`nothing is found by ${sql}`);
  return ms;
}
