import { DatabaseSync } from 'node:sqlite';
import { serveCalls } from './child.ts';

/** Plain loops over the file of a space that a hub is serving at the same time. */
let database: DatabaseSync;

function open(path: string): void {
  database = new DatabaseSync(path, { readOnly: true });
}

/** Reads every text and does nothing with it; answers the seconds it took. */
function readAll(): number {
  const started = performance.now();
  const statement = database.prepare('SELECT text FROM feature ORDER BY seq');
  let characters = 0;
  for (const row of statement.iterate()) characters += (row.text as string).length;
  if (characters === 0) throw new Error('the file has no features');
  return (performance.now() - started) / 1000;
}

/** Parses every feature and keeps those with this property value; answers how long it took and how many matched. */
function search(property: string, value: unknown): { seconds: number; found: number } {
  const started = performance.now();
  const statement = database.prepare('SELECT text FROM feature ORDER BY seq');
  const found: string[] = [];
  for (const row of statement.iterate()) {
    const text = row.text as string;
    if (JSON.parse(text).properties[property] === value) found.push(text);
  }
  return { seconds: (performance.now() - started) / 1000, found: found.length };
}

serveCalls({ open, readAll, search });
