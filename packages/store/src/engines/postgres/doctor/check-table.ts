import { beyondRepair, Expected, type Finding, rebuildable } from '../../../transfer/diagnosis.ts';
import { columnTablesOf } from '../columns/column-tables.ts';
import { densityTablesOf } from '../density/density-tables.ts';
import type { Session } from '../session.ts';
import { deferrableIndexes, propertyColumn, propertyIndex } from '../space-table.ts';
import { historyTableOf, tableOf } from '../table-name.ts';
import { blockTablesOf } from '../tile-blocks/tile-block-tables.ts';
import { readHead, readSpaceRows } from '../transfer/space-rows.ts';
import { readCounts } from './stored-counts.ts';

/** What only the table of features has; all other columns follow from these. */
const ESSENTIAL = [
  ...['id', 'seq', 'created_at', 'updated_at', 'has_z', 'version', 'text'],
  ...['geometry_start', 'properties_start', 'properties_end'],
];
const DERIVED = ['geometry_type', 'west', 'south', 'east', 'north', 'tags', 'geom'];

export type Checked = { features: number; findings: Finding[] };

/** Looks at the tables of a space, as of one moment; nothing is changed. */
export async function checkTable(session: Session, id: string, storageKey: string): Promise<Checked> {
  const table = tableOf(storageKey);
  if (!(await exists(session, table)))
    return { features: 0, findings: [beyondRepair(`its table ${table} is missing`)] };
  const columns = await columnsOf(session, table);
  const gone = ESSENTIAL.filter((column) => !columns.has(column));
  if (gone.length > 0)
    return { features: 0, findings: [beyondRepair(`its table ${table} has no column ${gone.join(', ')}`)] };
  const findings = [
    ...(await structureFindings(session, storageKey, columns)),
    ...(await historyFindings(session, storageKey)),
    ...(await derivedFindings(session, storageKey)),
  ];
  const [content] = await session.once(`SELECT 1 FROM content WHERE place = '${storageKey}'`);
  if (!content)
    return { features: 0, findings: [...findings, rebuildable('its row in the table content is missing')] };
  const head = await readHead(session, { id, storageKey });
  const expected = new Expected();
  for await (const page of readSpaceRows(session, storageKey, head).features)
    for (const feature of page) expected.add(feature);
  const counts = await readCounts(session, storageKey, columns);
  return { features: expected.stats.count, findings: [...findings, ...expected.compare(counts)] };
}

async function exists(session: Session, table: string): Promise<boolean> {
  const [row] = await session.once<{ found: boolean }>(`SELECT to_regclass('${table}') IS NOT NULL AS found`);
  return row!.found;
}

async function columnsOf(session: Session, table: string): Promise<Set<string>> {
  const rows = await session.once<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function structureFindings(
  session: Session,
  storageKey: string,
  columns: ReadonlySet<string>,
): Promise<Finding[]> {
  const table = tableOf(storageKey);
  const indexed = await session.once<{ property: number; built: boolean }>(
    `SELECT property, built_to IS NULL AS built FROM indexed_property WHERE place = '${storageKey}' AND path IS NOT NULL`,
  );
  const wanted = [...DERIVED, ...indexed.map(({ property }) => propertyColumn(property))];
  const usable = await session.once<{ name: string }>(
    `SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = '${table}'::regclass AND indisvalid`,
  );
  const names = new Set(usable.map(({ name }) => name));
  const [loading] = await session.once(
    `SELECT 1 FROM content WHERE place = '${storageKey}' AND indexes_deferred`,
  );
  const indexes = [
    ...[`${storageKey}_pkey`, `${storageKey}_seq`],
    ...(loading ? [] : Object.values(deferrableIndexes(storageKey))),
    ...indexed.filter(({ built }) => built).map(({ property }) => propertyIndex(storageKey, property)),
  ];
  return [
    ...wanted
      .filter((column) => !columns.has(column))
      .map((column) => rebuildable(`the column ${column} is missing`)),
    ...indexes
      .filter((name) => !names.has(name))
      .map((name) => rebuildable(`the index ${name} is missing or not valid`)),
  ];
}

async function historyFindings(session: Session, storageKey: string): Promise<Finding[]> {
  const [history] = await session.once(`SELECT 1 FROM history WHERE place = '${storageKey}'`);
  if (!history || (await exists(session, historyTableOf(storageKey)))) return [];
  return [
    rebuildable(
      `the table of its history, ${historyTableOf(storageKey)}, is missing: the history can only begin again`,
    ),
  ];
}

/** Derived data that is said to be there, and is not. */
async function derivedFindings(session: Session, storageKey: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [marker, tables] of [
    ['overview', Object.values(densityTablesOf(storageKey))],
    ['sheeted', Object.values(blockTablesOf(storageKey))],
    ['column_state', Object.values(columnTablesOf(storageKey))],
  ] as const) {
    const [row] = await session.once(`SELECT 1 FROM ${marker} WHERE place = '${storageKey}'`);
    if (!row) continue;
    for (const table of tables)
      if (!(await exists(session, table)))
        findings.push(rebuildable(`the table ${table} of derived data is missing`));
  }
  return findings;
}
