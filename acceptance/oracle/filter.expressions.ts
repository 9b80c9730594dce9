import type { Random } from '../harness/random.ts';

/** A condition, written for the hub and for PostgreSQL. */
export type Condition = { cql: string; sql: string };

const TEXTS = ['', 'a', 'A', 'ab', 'b%', 'a_b', 'Ä', 'ß', 'z', "it's"];
const PATTERNS = ['a%', '%b', '_', '%', 'a\\_b', '%\\%', '_b%', ''];
const DAYS = ['2023-12-31', '2024-01-01', '2024-01-02', '2024-02-29'];
const TIMES = ['2024-01-01T00:00:00Z', '2024-01-01T12:00:00Z', '2024-01-02T00:00:00.5Z'];
const SPATIAL = ['intersects', 'equals', 'disjoint', 'touches', 'within', 'overlaps', 'crosses', 'contains'];
const COMPARISONS = ['=', '<>', '<', '>', '<=', '>='];

/** How periods are related, by when they start and end. */
const TEMPORAL: Record<string, string> = {
  T_AFTER: 'a1 > b2',
  T_BEFORE: 'a2 < b1',
  T_DISJOINT: 'a1 > b2 OR a2 < b1',
  T_EQUALS: 'a1 = b1 AND a2 = b2',
  T_INTERSECTS: 'a1 <= b2 AND a2 >= b1',
  T_CONTAINS: 'a1 < b1 AND a2 > b2',
  T_DURING: 'a1 > b1 AND a2 < b2',
  T_FINISHEDBY: 'a1 < b1 AND a2 = b2',
  T_FINISHES: 'a1 > b1 AND a2 = b2',
  T_MEETS: 'a2 = b1',
  T_METBY: 'a1 = b2',
  T_OVERLAPPEDBY: 'a1 > b1 AND a1 < b2 AND a2 > b2',
  T_OVERLAPS: 'a1 < b1 AND a2 > b1 AND a2 < b2',
  T_STARTEDBY: 'a1 = b1 AND a2 > b2',
  T_STARTS: 'a1 = b1 AND a2 < b2',
};

export type Row = {
  id: string;
  n?: number;
  m?: number;
  name?: string;
  flag?: boolean;
  day?: string;
  start?: string;
  end?: string;
  /** Small whole coordinates, so that shapes touch, cover and equal each other. */
  wkt?: string;
};

export function randomRow(random: Random, id: string): Row {
  const maybe = <K extends keyof Row>(name: K, value: Row[K]) =>
    random.next() < 0.8 ? { [name]: value } : {};
  return {
    id,
    ...maybe('n', random.whole(-3, 3)),
    ...maybe('m', random.whole(-6, 6) / 2),
    ...maybe('name', random.pick(TEXTS)),
    ...maybe('flag', random.next() < 0.5),
    ...maybe('day', random.pick(DAYS)),
    ...maybe('start', random.pick(TIMES)),
    ...maybe('end', random.pick(TIMES)),
    ...maybe('wkt', randomWkt(random)),
  };
}

export function randomWkt(random: Random): string {
  const [x, y] = [random.whole(0, 4), random.whole(0, 4)];
  const [w, h] = [random.whole(1, 3), random.whole(1, 3)];
  const corners = `${x} ${y},${x + w} ${y},${x + w} ${y + h},${x} ${y + h},${x} ${y}`;
  return random.pick([
    `POINT(${x} ${y})`,
    `LINESTRING(${x} ${y},${x + w} ${y + h})`,
    `LINESTRING(${x} ${y},${x + w} ${y},${x + w} ${y + h})`,
    `POLYGON((${corners}))`,
    `MULTIPOINT((${x} ${y}),(${x + w} ${y + h}))`,
  ]);
}

/** Random conditions, each in both languages, nested at most so deep. */
export function randomCondition(random: Random, depth: number): Condition {
  if (depth > 0 && random.next() < 0.6) {
    const [a, b] = [randomCondition(random, depth - 1), randomCondition(random, depth - 1)];
    if (random.next() < 0.3) return { cql: `NOT (${a.cql})`, sql: `NOT (${a.sql})` };
    const op = random.pick(['AND', 'OR']);
    return { cql: `(${a.cql}) ${op} (${b.cql})`, sql: `(${a.sql}) ${op} (${b.sql})` };
  }
  return random.pick([compared, liked, listed, between, missing, placed, related])(random);
}

function compared(random: Random): Condition {
  const op = random.pick(COMPARISONS);
  const kind = random.pick(['number', 'text', 'flag', 'day', 'time'] as const);
  switch (kind) {
    case 'number': {
      const [a, b] = [number(random, 2), number(random, 1)];
      return { cql: `${a.cql} ${op} ${b.cql}`, sql: `${a.sql} ${op} ${b.sql}` };
    }
    case 'text': {
      const text = quoted(random.pick(TEXTS));
      return { cql: `name ${op} ${text}`, sql: `name ${op} ${text}` };
    }
    case 'flag':
      return { cql: `flag ${op} TRUE`, sql: `flag ${op} TRUE` };
    case 'day': {
      const day = quoted(random.pick(DAYS));
      return { cql: `day ${op} DATE(${day})`, sql: `day ${op} date ${day}` };
    }
    case 'time': {
      const time = quoted(random.pick(TIMES));
      return { cql: `start ${op} TIMESTAMP(${time})`, sql: `start ${op} timestamptz ${time}` };
    }
  }
}

function number(random: Random, depth: number): Condition {
  if (depth === 0 || random.next() < 0.4) {
    const text = random.pick(['n', 'm', '0', '2', '-1.5', '1']);
    return { cql: text, sql: /\d/.test(text) ? `(${text})::float8` : text };
  }
  const [a, b] = [number(random, depth - 1), number(random, depth - 1)];
  const cql = (op: string) => `(${a.cql} ${op} ${b.cql})`;
  switch (random.pick(['+', '-', '*', '/', '%', 'div'])) {
    case '/':
      return { cql: cql('/'), sql: `(${a.sql} / nullif(${b.sql}, 0))` };
    case '%':
      return { cql: cql('%'), sql: `mod((${a.sql})::numeric, nullif((${b.sql})::numeric, 0))::float8` };
    case 'div':
      return { cql: cql('div'), sql: `trunc(${a.sql} / nullif(${b.sql}, 0))` };
    default: {
      const op = random.pick(['+', '-', '*']);
      return { cql: cql(op), sql: `(${a.sql} ${op} ${b.sql})` };
    }
  }
}

function liked(random: Random): Condition {
  const pattern = quoted(random.pick(PATTERNS));
  return { cql: `name LIKE ${pattern}`, sql: `name LIKE ${pattern}` };
}

function listed(random: Random): Condition {
  const texts = random.some(TEXTS, 3).map(quoted).join(', ');
  const not = random.pick(['', 'NOT ']);
  return { cql: `name ${not}IN (${texts})`, sql: `name ${not}IN (${texts})` };
}

function between(random: Random): Condition {
  const [value, low, high] = [number(random, 1), number(random, 1), number(random, 1)];
  return {
    cql: `${value.cql} BETWEEN ${low.cql} AND ${high.cql}`,
    sql: `${value.sql} BETWEEN ${low.sql} AND ${high.sql}`,
  };
}

function missing(random: Random): Condition {
  const name = random.pick(['n', 'name', 'flag', 'geometry']);
  const test = random.pick(['IS NULL', 'IS NOT NULL']);
  return { cql: `${name} ${test}`, sql: `${name === 'geometry' ? 'shape' : name} ${test}` };
}

function placed(random: Random): Condition {
  const relation = random.pick(SPATIAL);
  const wkt = randomWkt(random);
  const sql = `ST_GeomFromText('${wkt}')`;
  return random.next() < 0.5
    ? { cql: `S_${relation.toUpperCase()}(geometry, ${wkt})`, sql: `ST_${relation}(shape, ${sql})` }
    : { cql: `S_${relation.toUpperCase()}(${wkt}, geometry)`, sql: `ST_${relation}(${sql}, shape)` };
}

function related(random: Random): Condition {
  const relation = random.pick(Object.keys(TEMPORAL));
  const [from, to] = [quoted(random.pick(TIMES)), quoted(random.pick(TIMES))];
  const sql = TEMPORAL[relation]!.replaceAll('a1', '"start"')
    .replaceAll('a2', '"end"')
    .replaceAll('b1', `timestamptz ${from}`)
    .replaceAll('b2', `timestamptz ${to}`);
  return {
    cql: `${relation}(INTERVAL(start, end), INTERVAL(${from}, ${to}))`,
    sql: `CASE WHEN "start" IS NULL OR "end" IS NULL THEN NULL ELSE ${sql} END`,
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
