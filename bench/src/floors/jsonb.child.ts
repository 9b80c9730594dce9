import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { serveCalls } from './child.ts';

let sql: postgres.Sql;

function open(url: string): void {
  sql = postgres(url, { max: 1, onnotice: () => undefined });
}

/** Features of a space's file as a table with one column of jsonb, and no index. */
async function fill(spaceFile: string): Promise<void> {
  const database = new DatabaseSync(spaceFile, { readOnly: true });
  const texts = database.prepare('SELECT text FROM feature ORDER BY seq');
  await sql`CREATE TABLE feature (data jsonb NOT NULL)`;
  const into = await sql`COPY feature FROM STDIN`.writable();
  await pipeline(Readable.from(copyLines(texts.iterate())), into);
  await sql`VACUUM ANALYZE feature`;
  database.close();
}

const PER_CHUNK = 500;

function* copyLines(rows: Iterable<Record<string, unknown>>): Generator<string> {
  let lines: string[] = [];
  for (const { text } of rows) {
    lines.push(`${(text as string).replaceAll('\\', '\\\\')}\n`);
    if (lines.length < PER_CHUNK) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

/** The milliseconds until all rows are here, and how many there are. */
async function ask(text: string, values: (number | string)[]): Promise<{ ms: number; rows: number }> {
  const started = performance.now();
  const rows = await sql.unsafe(text, values);
  return { ms: performance.now() - started, rows: rows.length };
}

serveCalls({ open, fill, ask, close: () => sql.end() });
