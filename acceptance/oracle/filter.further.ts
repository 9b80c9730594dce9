import type { Random } from '../harness/random.ts';
import { type Condition, number, OTHERS, quoted } from './filter.values.ts';

/** Arrays as sets, on either side. */
export function arrayed(random: Random): Condition {
  const items = random.some([1, 2, 3, 4], 3);
  const [list, array] = [`(${items.join(', ')})`, `ARRAY[${items.join(', ')}]::int[]`];
  const equal = `(kinds @> ${array} AND kinds <@ ${array})`;
  return random.pick([
    { cql: `A_EQUALS(kinds, ${list})`, sql: equal },
    { cql: `A_CONTAINS(kinds, ${list})`, sql: `kinds @> ${array}` },
    { cql: `A_CONTAINS(${list}, kinds)`, sql: `kinds <@ ${array}` },
    { cql: `A_CONTAINEDBY(kinds, ${list})`, sql: `kinds <@ ${array}` },
    { cql: `A_OVERLAPS(kinds, ${list})`, sql: `kinds && ${array}` },
  ]);
}

const PATTERNS = ['zü%', 'Z%H', '%Ä%', '_', 'e', 'É', 'zurich'];
const caseless = (sql: string) => `lower(${sql} COLLATE "und-x-icu") COLLATE "C"`;
const bare = (sql: string) =>
  `regexp_replace(normalize(${sql}, NFD), U&'[\\0300-\\036F]', '', 'g') COLLATE "C"`;

/** Without regard to case, to accents, or to both. */
export function folded(random: Random): Condition {
  const [cql, sql] = random.pick([
    [(text: string) => `CASEI(${text})`, caseless],
    [(text: string) => `ACCENTI(${text})`, bare],
    [(text: string) => `CASEI(ACCENTI(${text}))`, (text: string) => caseless(bare(text))],
  ] as const);
  const compare = (op: string, text: string): Condition => ({
    cql: `${cql('other')} ${op} ${cql(text)}`,
    sql: `${sql('other')} ${op} ${sql(text)}`,
  });
  switch (random.pick(['=', 'LIKE', 'IN'])) {
    case 'LIKE':
      return compare('LIKE', quoted(random.pick(PATTERNS)));
    case 'IN': {
      const texts = random.some(OTHERS, 2).map(quoted);
      return {
        cql: `${cql('other')} IN (${texts.map(cql).join(', ')})`,
        sql: `${sql('other')} IN (${texts.map(sql).join(', ')})`,
      };
    }
    default:
      return compare(random.pick(['=', '<>', '<', '>=']), quoted(random.pick(OTHERS)));
  }
}

/** Metres between which no distance of two points of the grid lies. */
const METRES = [60_000, 135_000, 200_000, 290_000];

/** Functions. */
export function called(random: Random): Condition {
  const text = quoted(random.pick(OTHERS));
  const whole = random.whole(0, 3);
  const argument = number(random, 1);
  const op = random.pick(['=', '<>', '<', '>=']);
  const point = `${random.whole(0, 4)} ${random.whole(0, 4)}`;
  const metres = random.pick(METRES);
  const type = random.pick(['Point', 'Polygon', 'MultiLineString', 'MultiPoint']);
  const part = random.pick(['year', 'month', 'day']);
  const partOf = random.pick(['start', 'day']);
  const time = partOf === 'start' ? `("start" AT TIME ZONE 'UTC')` : 'day';
  return random.pick([
    { cql: `lower(other) ${op} ${text}`, sql: `${caseless('other')} ${op} ${text}` },
    { cql: `upper(other) ${op} ${text}`, sql: `upper(other COLLATE "und-x-icu") COLLATE "C" ${op} ${text}` },
    { cql: `length(name) ${op} ${whole}`, sql: `char_length(name) ${op} ${whole}` },
    ...['abs', 'floor', 'ceil'].map((name) => ({
      cql: `${name}(${argument.cql}) ${op} ${whole}`,
      sql: `${name}(${argument.sql}) ${op} ${whole}`,
    })),
    {
      cql: `${part}(${partOf}) ${op} ${whole + (part === 'year' ? 2022 : 0)}`,
      sql: `extract(${part} FROM ${time}) ${op} ${whole + (part === 'year' ? 2022 : 0)}`,
    },
    {
      cql: `geometry_type(geometry) ${op} '${type}'`,
      sql: `substr(ST_GeometryType(shape), 4) COLLATE "C" ${op} '${type}'`,
    },
    {
      cql: `geometry_type(geometry) = 'Point' AND distance(geometry, POINT(${point})) < ${metres}`,
      sql: `ST_GeometryType(shape) = 'ST_Point'
        AND ST_Distance(shape::geography, ST_GeomFromText('POINT(${point})')::geography) < ${metres}`,
    },
  ]);
}
