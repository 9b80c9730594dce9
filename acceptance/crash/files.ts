import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../harness/program.ts';
import { boxOf } from '../model/geometry.ts';

export function spaceFiles(data: string): string[] {
  const folder = join(data, 'spaces');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .map((name) => join(folder, name));
}

/** Looks into every file that a dead server left; works on copies, so that the server's own recovery is met next. */
export function checkFiles(data: string): void {
  for (const file of [join(data, 'hub.db'), ...spaceFiles(data)]) {
    if (existsSync(file)) checkFile(file);
  }
}

function checkFile(file: string): void {
  const database = new DatabaseSync(copyOf(file));
  try {
    const all = (sql: string) => database.prepare(sql).all();
    assert.deepEqual(
      all('PRAGMA integrity_check').map((row) => row.integrity_check),
      ['ok'],
      `integrity of ${file}`,
    );
    assert.deepEqual(all('PRAGMA foreign_key_check'), [], `foreign keys of ${file}`);
    const tables = all("SELECT name, sql FROM sqlite_schema WHERE type = 'table'");
    for (const { name } of tables.filter(({ sql }) => /USING\s+rtree/i.test(String(sql)))) {
      const checked = database.prepare('SELECT rtreecheck(?) AS result').get(String(name));
      assert.equal(checked?.result, 'ok', `R*Tree ${name} of ${file}`);
    }
    // A space that was being created may not have its tables yet; one with features has them all.
    if (tables.some(({ name }) => name === 'feature')) checkBoxes(database, file);
  } finally {
    database.close();
  }
}

/** The R*Tree holds a box for every feature with positions, and no other. */
function checkBoxes(database: DatabaseSync, file: string): void {
  const boxes = new Map(
    database
      .prepare('SELECT seq, west, south, east, north FROM box')
      .all()
      .map((row) => [row.seq, row]),
  );
  for (const { seq, id, text } of database.prepare('SELECT seq, id, text FROM feature').iterate()) {
    const expected = boxOf(JSON.parse(textOf(text)).geometry);
    const { west, south, east, north } = boxes.get(seq) ?? {};
    boxes.delete(seq);
    const actual = [west, south, east, north].map((edge) => (edge === undefined ? undefined : Number(edge)));
    assert.ok(
      expected ? encloses(actual, expected) : actual[0] === undefined,
      `box of ${id} in ${file} is ${actual}, the geometry has ${expected}`,
    );
  }
  assert.deepEqual([...boxes.keys()], [], `boxes of no feature in ${file}`);
}

/** Edges are float32, rounded outwards: never inside the exact box, and off by no more than two steps. */
function encloses(actual: readonly (number | undefined)[], exact: readonly number[]): boolean {
  return exact.every((edge, index) => {
    const outward = (index < 2 ? 1 : -1) * (edge - (actual[index] ?? Number.NaN));
    return outward >= 0 && outward <= Math.abs(edge) * 2 ** -21 + Number.MIN_VALUE;
  });
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
}

function copyOf(file: string): string {
  const folder = join(temporaryFolder(), 'copy');
  mkdirSync(folder);
  for (const suffix of ['', '-wal', '-journal']) {
    if (existsSync(`${file}${suffix}`))
      copyFileSync(`${file}${suffix}`, join(folder, `${basename(file)}${suffix}`));
  }
  return join(folder, basename(file));
}
