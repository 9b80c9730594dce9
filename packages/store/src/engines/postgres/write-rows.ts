import { toWkb, toWkbHex } from '@meridian/geo';
import type { Feature } from '../../model/feature/feature.ts';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';
import { isTextIndex } from '../../model/query/text-index.ts';
import type { NewRow } from '../../rules/write/feature-table.ts';
import type { OldState } from '../../rules/write/pending-table.ts';
import { BinaryRows } from './binary-rows.ts';
import { indexedGeometry } from './indexed-geometry.ts';
import type { IndexedProperty } from './indexed-property.ts';
import { PlainWkb } from './plain-wkb.ts';
import type { Session } from './session.ts';
import { propertyColumn } from './space-table.ts';
import { inSpatialOrder } from './spatial-order.ts';
import { historyTableOf, tableOf } from './table-name.ts';
import { numberArray, textArray, toKey } from './text-key.ts';
import { binaryVector, columnValueOf, indexedColumnValue } from './text-vector.ts';

/** A feature as it is about to be written. */
export type WrittenRow = { seq: number; version: number; row: NewRow };

/** No statement carries more text than about this. */
const STATEMENT_CHARS = 8 * 1024 * 1024;
const STATEMENT_ROWS = 10_000;

/** Stands in no JSON text and no hexadecimal number. */
const SEPARATOR = '\u001f';

/** From so many rows on it pays to begin a COPY. */
const COPIED_FROM = 32;

const COLUMNS = `id, seq, created_at, updated_at, geometry_type, has_z, west, south, east, north,
  geometry_start, properties_start, properties_end, version, tags, geom, text`;
export const COLUMN_COUNT = 17;

/** So many bytes are sent to the database before it gets the next. */
const PIECE_BYTES = 96 * 1024;

/** Adds features. What is to be done `meanwhile` may be done while the database is at them; or else it is not done. */
export async function insertRows(
  session: Session,
  storageKey: string,
  written: readonly WrittenRow[],
  indexed: readonly IndexedProperty[],
  meanwhile: () => void = () => {},
): Promise<void> {
  for (const part of portions(written, ({ row }) => row.text.length))
    if (part.length < COPIED_FROM) await insertFew(session, storageKey, part, indexed);
    else {
      const columns = [COLUMNS, ...indexed.map(({ property }) => propertyColumn(property))].join(', ');
      const statement = `COPY ${tableOf(storageKey)} (${columns}) FROM STDIN (FORMAT binary)`;
      await session.copy(statement, pieces(part, indexed), meanwhile);
    }
}

function* pieces(
  written: readonly WrittenRow[],
  indexed: readonly IndexedProperty[],
): Generator<Buffer, void, void> {
  const rows = new BinaryRows();
  for (const { seq, version, row } of inSpatialOrder(written, ({ row }) => row.facts?.bbox)) {
    const { feature, facts } = row;
    rows.row(COLUMN_COUNT + indexed.length);
    rows.text(toKey(feature.id));
    rows.bigint(seq);
    rows.bigint(row.createdAt);
    rows.bigint(row.updatedAt);
    rows.smallint(geometryTypeCode(facts?.type));
    rows.boolean(facts?.hasZ === true);
    for (const edge of EDGES) rows.double(facts?.bbox?.[edge] ?? null);
    rows.integer(row.geometryStart);
    rows.integer(row.propertiesStart);
    rows.integer(row.propertiesEnd);
    rows.bigint(version);
    rows.texts(feature.tags.map(toKey));
    rows.bytes(wkbOf(feature));
    rows.text(row.text);
    for (const one of indexed)
      if (isTextIndex(one.path)) rows.bytes(binaryVector(feature));
      else rows.text(indexedColumnValue(one, feature));
    if (rows.size > PIECE_BYTES) yield rows.take();
  }
  rows.end();
  yield rows.take();
}

const plainWkb = new PlainWkb();

/** Good until the next one is made. */
function wkbOf(feature: Feature): Uint8Array | null {
  const { parts } = feature;
  const known = parts?.geometryType && plainWkb.of(parts.geometry, parts.geometryType);
  return known || (feature.geometry && toWkb(indexedGeometry(feature.geometry)));
}

const EDGES = ['west', 'south', 'east', 'north'] as const;

/** In one prepared statement; each column is one of its values, whatever the number of rows. */
async function insertFew(
  session: Session,
  storageKey: string,
  part: readonly WrittenRow[],
  indexed: readonly IndexedProperty[],
): Promise<void> {
  const columns = indexed.map(({ property }) => `, ${propertyColumn(property)}`).join('');
  const values = indexed.map((one) => `, ${columnValueOf(one)}`).join('');
  const sql = `INSERT INTO ${tableOf(storageKey)} (${COLUMNS} ${columns})
    SELECT id, seq, created_at, updated_at, geometry_type, has_z, west, south, east, north,
      geometry_start, properties_start, properties_end, version, tags::text[], geom::geometry, text ${values}
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::boolean[], $7::float8[],
      $8::float8[], $9::float8[], $10::float8[], $11::integer[], $12::integer[], $13::integer[], $14::bigint[], $15::text[],
      string_to_array($16, E'\\x1f', ''), string_to_array($17, E'\\x1f') ${indexed.map((_, i) => `, $${18 + i}::text[]`).join('')})
      AS new (${COLUMNS} ${columns})`;
  const numbers = (pick: (written: WrittenRow) => number | null) => numberArray(part.map(pick));
  const box = (edge: 'west' | 'south' | 'east' | 'north') =>
    numbers(({ row }) => row.facts?.bbox?.[edge] ?? null);
  await session.rows(sql, [
    textArray(part.map(({ row }) => toKey(row.feature.id))),
    numbers(({ seq }) => seq),
    numbers(({ row }) => row.createdAt),
    numbers(({ row }) => row.updatedAt),
    numbers(({ row }) => geometryTypeCode(row.facts?.type)),
    `{${part.map(({ row }) => (row.facts?.hasZ ? 't' : 'f')).join(',')}}`,
    ...[box('west'), box('south'), box('east'), box('north')],
    numbers(({ row }) => row.geometryStart),
    numbers(({ row }) => row.propertiesStart),
    numbers(({ row }) => row.propertiesEnd),
    numbers(({ version }) => version),
    textArray(part.map(({ row }) => textArray(row.feature.tags.map(toKey)))),
    part
      .map(({ row: { feature } }) => (feature.geometry ? toWkbHex(indexedGeometry(feature.geometry)) : ''))
      .join(SEPARATOR),
    part.map(({ row }) => row.text).join(SEPARATOR),
    ...indexed.map((one) => textArray(part.map(({ row }) => indexedColumnValue(one, row.feature)))),
  ]);
}

export async function deleteRows(
  session: Session,
  storageKey: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await session.rows(`DELETE FROM ${tableOf(storageKey)} WHERE id = ANY($1::text[])`, [
    textArray(ids.map(toKey)),
  ]);
}

export async function insertOldStates(
  session: Session,
  storageKey: string,
  oldStates: readonly OldState[],
): Promise<void> {
  for (const part of portions(oldStates, ({ row }) => row.text.length)) {
    const numbers = (pick: (past: OldState) => number) => numberArray(part.map(pick));
    await session.rows(
      `INSERT INTO ${historyTableOf(storageKey)} (id, seq, since, until, created_at, updated_at, has_z, geometry_start,
         properties_start, properties_end, uuid, text)
       SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
         $7::boolean[], $8::integer[], $9::integer[], $10::integer[], $11::text[], string_to_array($12, E'\\x1f'))`,
      [
        textArray(part.map(({ row }) => toKey(row.id))),
        numbers(({ row }) => row.seq),
        numbers(({ since }) => since),
        numbers(({ until }) => until),
        numbers(({ row }) => row.createdAt),
        numbers(({ row }) => row.updatedAt),
        `{${part.map(({ hasZ }) => (hasZ ? 't' : 'f')).join(',')}}`,
        numbers(({ row }) => row.stored.geometryStart),
        numbers(({ row }) => row.stored.propertiesStart),
        numbers(({ row }) => row.stored.propertiesEnd),
        textArray(part.map(({ row }) => (row.revision.uuid === undefined ? null : toKey(row.revision.uuid)))),
        part.map(({ row }) => row.text).join(SEPARATOR),
      ],
    );
  }
}

/** Parts of a list, none of them larger than one statement should be. */
function* portions<T>(list: readonly T[], size: (entry: T) => number): Generator<T[]> {
  let part: T[] = [];
  let chars = 0;
  for (const entry of list) {
    if (part.length > 0 && (chars + size(entry) > STATEMENT_CHARS || part.length === STATEMENT_ROWS)) {
      yield part;
      part = [];
      chars = 0;
    }
    part.push(entry);
    chars += size(entry);
  }
  if (part.length > 0) yield part;
}
