import type { Random } from '../harness/random.ts';
import { arrayed, called, folded } from './filter.further.ts';
import { randomShape, randomWkt } from './filter.shapes.ts';
import { DAYS, lasting, related, TIMES } from './filter.times.ts';
import { type Condition, number, OTHERS, quoted } from './filter.values.ts';

const TEXTS = ['', 'a', 'A', 'ab', 'b%', 'a_b', 'Ä', 'ß', 'z', "it's"];
const PATTERNS = ['a%', '%b', '_', '%', 'a\\_b', '%\\%', '_b%', ''];
const SPATIAL = ['intersects', 'equals', 'disjoint', 'touches', 'within', 'overlaps', 'crosses', 'contains'];
const COMPARISONS = ['=', '<>', '<', '>', '<=', '>='];

export type Row = {
  id: string;
  n?: number;
  m?: number;
  name?: string;
  /** Of letters that every case folding knows. */
  other?: string;
  kinds?: number[];
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
    ...maybe('other', random.pick(OTHERS)),
    ...maybe('kinds', random.some([1, 2, 3], 3)),
    ...maybe('flag', random.next() < 0.5),
    ...maybe('day', random.pick(DAYS)),
    ...maybe('start', random.pick(TIMES)),
    ...maybe('end', random.pick(TIMES)),
    ...maybe('wkt', randomWkt(random)),
  };
}

/** Random conditions, each in both languages, nested at most so deep. */
export function randomCondition(random: Random, depth: number): Condition {
  if (depth > 0 && random.next() < 0.6) {
    const [a, b] = [randomCondition(random, depth - 1), randomCondition(random, depth - 1)];
    if (random.next() < 0.3) return { cql: `NOT (${a.cql})`, sql: `NOT (${a.sql})` };
    const op = random.pick(['AND', 'OR']);
    return { cql: `(${a.cql}) ${op} (${b.cql})`, sql: `(${a.sql}) ${op} (${b.sql})` };
  }
  return random.pick([
    compared,
    compared,
    liked,
    listed,
    between,
    missing,
    placed,
    placed,
    related,
    lasting,
    arrayed,
    folded,
    called,
  ])(random);
}

function compared(random: Random): Condition {
  const op = random.pick(COMPARISONS);
  const kind = random.pick(['number', 'text', 'flag', 'day', 'time', 'properties'] as const);
  switch (kind) {
    case 'number': {
      const [a, b] = [number(random, 2), number(random, 1)];
      return { cql: `${a.cql} ${op} ${b.cql}`, sql: `${a.sql} ${op} ${b.sql}` };
    }
    case 'text': {
      const text = quoted(random.pick(TEXTS));
      return { cql: `name ${op} ${text}`, sql: `name ${op} ${text}` };
    }
    case 'properties': {
      const [a, b] = random.pick([
        ['name', 'other'],
        ['start', '"end"'],
        ['n', 'm'],
        ['id', 'name'],
      ]) as [string, string];
      return { cql: `${a} ${op} ${b}`, sql: `${a === 'start' ? '"start"' : a} ${op} ${b}` };
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

function liked(random: Random): Condition {
  const condition = `name ${random.pick(['', 'NOT '])}LIKE ${quoted(random.pick(PATTERNS))}`;
  return { cql: condition, sql: condition };
}

function listed(random: Random): Condition {
  if (random.next() < 0.3) {
    const [value, one, two] = [number(random, 1), number(random, 1), number(random, 0)];
    return {
      cql: `${value.cql} IN (${one.cql}, ${two.cql})`,
      sql: `${value.sql} IN (${one.sql}, ${two.sql})`,
    };
  }
  const texts = random.some(TEXTS, 3).map(quoted).join(', ');
  const not = random.pick(['', 'NOT ']);
  return { cql: `name ${not}IN (${texts})`, sql: `name ${not}IN (${texts})` };
}

function between(random: Random): Condition {
  const [value, low, high] = [number(random, 1), number(random, 1), number(random, 1)];
  const not = random.pick(['', 'NOT ']);
  return {
    cql: `${value.cql} ${not}BETWEEN ${low.cql} AND ${high.cql}`,
    sql: `${value.sql} ${not}BETWEEN ${low.sql} AND ${high.sql}`,
  };
}

function missing(random: Random): Condition {
  const name = random.pick(['n', 'name', 'flag', 'geometry']);
  const test = random.pick(['IS NULL', 'IS NOT NULL']);
  return { cql: `${name} ${test}`, sql: `${name === 'geometry' ? 'shape' : name} ${test}` };
}

function placed(random: Random): Condition {
  const relation = random.pick(SPATIAL);
  const { cql, sql } = randomShape(random, relation === 'intersects' || relation === 'disjoint');
  const name = `S_${relation.toUpperCase()}`;
  return random.next() < 0.5
    ? { cql: `${name}(geometry, ${cql})`, sql: `ST_${relation}(shape, ${sql})` }
    : { cql: `${name}(${cql}, geometry)`, sql: `ST_${relation}(${sql}, shape)` };
}
