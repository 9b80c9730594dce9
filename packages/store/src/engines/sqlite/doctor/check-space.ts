import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { damageOf } from '../../../model/storage-fault.ts';
import { beyondRepair, Expected, type Finding, rebuildable } from '../../../transfer/diagnosis.ts';
import { checkFormat, isEmptyFile, NewerFormat, openExisting } from '../database.ts';
import { SPACE_MIGRATIONS } from '../schema.ts';
import { readHead, readSpaceRows } from '../transfer/space-rows.ts';
import { derivedFindings, historyFindings } from './check-derived.ts';
import { readCounts } from './stored-counts.ts';

const MAX_MESSAGES = 5;

export type Checked = { features: number; findings: Finding[] };

/** Looks at all of a space's file; nothing is changed. */
export async function checkSpace(path: string): Promise<Checked> {
  const unusable = unusableFile(path);
  if (unusable) return { features: 0, findings: [beyondRepair(unusable)] };
  let database: DatabaseSync | undefined;
  try {
    database = openExisting(path);
    database.exec('PRAGMA query_only = ON');
    return await checkDatabase(database, path);
  } catch (error) {
    if (error instanceof NewerFormat) return { features: 0, findings: [beyondRepair(error.message)] };
    return { features: 0, findings: [rebuildable(`the file ${damageOf(error) ?? messageOf(error)}`)] };
  } finally {
    database?.close();
  }
}

/** Why there is nothing to be read from a file. */
function unusableFile(path: string): string | undefined {
  if (!existsSync(path)) return 'its file is missing';
  if (!statSync(path).isFile()) return 'its file is no file';
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch {
    return 'its file may not be read and written by this user';
  }
  return isEmptyFile(path) ? 'its file is empty' : undefined;
}

async function checkDatabase(database: DatabaseSync, path: string): Promise<Checked> {
  const format = checkFormat(database, path, SPACE_MIGRATIONS.length);
  const structure = [...integrityFindings(database), ...schemaFindings(database, format)];
  // Nothing was ever written to it.
  if (format === 0 || structure.length > 0) return { features: 0, findings: structure };
  const head = readHead(database, path);
  const rows = readSpaceRows(database, head);
  const expected = new Expected();
  for await (const page of rows.features) for (const feature of page) expected.add(feature);
  const findings = [
    ...expected.compare(readCounts(database)),
    ...historyFindings(database),
    ...derivedFindings(database, format),
  ];
  return { features: expected.stats.count, findings };
}

function integrityFindings(database: DatabaseSync): Finding[] {
  const messages = database
    .prepare(`PRAGMA integrity_check(${MAX_MESSAGES})`)
    .all()
    .map((row) => row.integrity_check as string)
    .filter((message) => message !== 'ok');
  return messages.map((message) => rebuildable(`the file is damaged: ${message.replaceAll('\n', ' ')}`));
}

/** Tables and indexes that are missing or not as the format has them. */
function schemaFindings(database: DatabaseSync, format: number): Finding[] {
  const reference = new DatabaseSync(':memory:');
  for (const migration of SPACE_MIGRATIONS.slice(0, format)) reference.exec(migration);
  const found = schemaOf(database);
  const wrong = [...schemaOf(reference)].filter(([name, sql]) => found.get(name) !== sql);
  reference.close();
  return wrong.map(([name]) =>
    rebuildable(`${name} is ${found.has(name) ? 'not as it should be' : 'missing'} in the file`),
  );
}

function schemaOf(database: DatabaseSync): Map<string, string> {
  const rows = database
    .prepare("SELECT type || ' ' || name AS name, coalesce(sql, '') AS sql FROM sqlite_schema")
    .all();
  return new Map(rows.map(({ name, sql }) => [name as string, sql as string]));
}

function messageOf(error: unknown): string {
  return `can not be looked through (${(error as Error).message})`;
}
