import type { StatsDelta } from '../../model/statistics/stats-delta.ts';
import { type TouchedEntry, toStored } from '../../rules/touched/touched-log.ts';
import type { Session } from './session.ts';
import { numberArray, textArray, toKey } from './text-key.ts';

/** The state of a space's content row. */
export type Content = {
  version: number;
  updatedAt: number;
  lastSeq: number;
  count: number;
};

type Counted = { key: string; text: string | null; datatype: number; change: number };

/** Moves the stored statistics by what a transaction collected, and the content to its new state; `touched`: where, if that is known. */
export async function keepCounts(
  session: Session,
  storageKey: string,
  { version, updatedAt, lastSeq }: Content,
  statsDelta: StatsDelta,
  touched?: TouchedEntry,
): Promise<void> {
  const places = touched ? [toStored(touched)] : [];
  const tags = merged([...statsDelta.tags].map(([tag, change]) => counted(tag, 0, change)));
  const properties = merged(
    [...statsDelta.properties].flatMap(([name, changes]) =>
      changes.map((change, datatype) => counted(name.toWellFormed(), datatype, change)),
    ),
  );
  const geometries = [...statsDelta.geometries].filter(([, change]) => change !== 0);
  const column = (list: Counted[], pick: 'key' | 'text') => textArray(list.map((entry) => entry[pick]));
  const numbers = (list: Counted[], pick: 'datatype' | 'change') =>
    numberArray(list.map((entry) => entry[pick]));
  await session.rows(
    `WITH tags AS (
       INSERT INTO tag_count (place, key, tag, count)
       SELECT $1::text, * FROM unnest($2::text[], $3::text[], $4::bigint[])
       ON CONFLICT (place, key) DO UPDATE SET count = tag_count.count + excluded.count
     ), properties AS (
       INSERT INTO property_count (place, key, name, datatype, count)
       SELECT $1::text, * FROM unnest($5::text[], $6::text[], $7::smallint[], $8::bigint[])
       ON CONFLICT (place, key, datatype) DO UPDATE SET count = property_count.count + excluded.count
     ), geometries AS (
       INSERT INTO geometry_count (place, geometry_type, count)
       SELECT $1::text, * FROM unnest($9::smallint[], $10::bigint[])
       ON CONFLICT (place, geometry_type) DO UPDATE SET count = geometry_count.count + excluded.count
     ), touching AS (
       INSERT INTO touched (place, first, last, boxes)
       SELECT $1::text, * FROM unnest($17::bigint[], $18::bigint[], $19::text[])
     ) UPDATE content SET version = $11, updated_at = $12, last_seq = $13, count = count + $14, bytes = bytes + $15,
         max_bytes = greatest(max_bytes, $16) WHERE place = $1`,
    [
      ...[storageKey, column(tags, 'key'), column(tags, 'text'), numbers(tags, 'change')],
      ...[column(properties, 'key'), column(properties, 'text')],
      ...[numbers(properties, 'datatype'), numbers(properties, 'change')],
      ...[numberArray(geometries.map(([type]) => type)), numberArray(geometries.map(([, change]) => change))],
      ...[version, updatedAt, lastSeq, statsDelta.count, statsDelta.bytes, statsDelta.maxBytes],
      ...[numberArray(places.map(({ first }) => first)), numberArray(places.map(({ last }) => last))],
      textArray(places.map(({ boxes }) => boxes)),
    ],
  );
  await removeEmpty(session, storageKey, tags, properties);
}

/** Rows live while their count is above zero; those of geometry types are few and stay. */
async function removeEmpty(
  session: Session,
  storageKey: string,
  tags: Counted[],
  properties: Counted[],
): Promise<void> {
  for (const [table, list] of [
    ['tag_count', tags],
    ['property_count', properties],
  ] as const) {
    const less = list.filter(({ change }) => change < 0).map(({ key }) => key);
    if (less.length > 0)
      await session.rows(`DELETE FROM ${table} WHERE place = $1 AND key = ANY($2::text[]) AND count <= 0`, [
        ...[storageKey, textArray(less)],
      ]);
  }
}

function counted(text: string, datatype: number, change: number): Counted {
  const key = toKey(text);
  return { key, text: key === text ? null : JSON.stringify(text), datatype, change };
}

/** No row may be named twice in one statement. */
function merged(list: Counted[]): Counted[] {
  const byKey = new Map<string, Counted>();
  for (const entry of list) {
    if (entry.change === 0) continue;
    const key = `${entry.datatype} ${entry.key}`;
    const known = byKey.get(key);
    if (known) known.change += entry.change;
    else byKey.set(key, entry);
  }
  return [...byKey.values()];
}
