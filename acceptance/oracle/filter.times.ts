import type { Random } from '../harness/random.ts';
import type { Condition } from './filter.values.ts';

export const DAYS = ['2023-12-31', '2024-01-01', '2024-01-02', '2024-02-29'];
export const TIMES = ['2024-01-01T00:00:00Z', '2024-01-01T12:00:00Z', '2024-01-02T00:00:00.5Z'];

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

/** Those that moments can take part in. */
const OF_MOMENTS = ['T_AFTER', 'T_BEFORE', 'T_DISJOINT', 'T_EQUALS', 'T_INTERSECTS'];

/** What lasts from one property to another, and an interval. */
export function related(random: Random): Condition {
  const relation = random.pick(Object.keys(TEMPORAL));
  const [from, to] = [bound(random, 'start'), bound(random, 'end')];
  const [own, other] = [
    { cql: 'INTERVAL(start, end)', from: '"start"', to: '"end"' },
    { cql: `INTERVAL(${from.cql}, ${to.cql})`, from: from.sql, to: to.sql },
  ];
  return random.next() < 0.7 ? relate(relation, own, other) : relate(relation, other, own);
}

/** A moment, and an interval, a day or another moment. */
export function lasting(random: Random): Condition {
  const relation = random.pick(OF_MOMENTS);
  if (random.next() < 0.25) {
    // Dates among dates are points.
    const day = `'${random.pick(DAYS)}'`;
    const other = { cql: `DATE(${day})`, from: `date ${day}`, to: `date ${day}` };
    return relate(relation, { cql: 'day', from: 'day', to: 'day' }, other);
  }
  const own = { cql: 'start', from: '"start"', to: '"start"' };
  const [from, to] = [bound(random, 'start'), bound(random, 'end')];
  if (random.next() < 0.6)
    return relate(relation, own, { cql: `INTERVAL(${from.cql}, ${to.cql})`, from: from.sql, to: to.sql });
  const day = random.pick(DAYS);
  return relate(relation, own, { cql: `DATE('${day}')`, from: dayStart(day), to: dayEnd(day) });
}

type Period = { cql: string; from: string; to: string };

function relate(relation: string, a: Period, b: Period): Condition {
  const sql = TEMPORAL[relation]!.replaceAll('a1', a.from)
    .replaceAll('a2', a.to)
    .replaceAll('b1', b.from)
    .replaceAll('b2', b.to);
  const isKnown = [a.from, a.to, b.from, b.to].map((edge) => `${edge} IS NOT NULL`).join(' AND ');
  return {
    cql: `${relation}(${a.cql}, ${b.cql})`,
    sql: `CASE WHEN ${isKnown} THEN ${sql} END`,
  };
}

/** A time, a day or none; among times a day lasts to its end. */
function bound(random: Random, side: 'start' | 'end'): Condition {
  if (random.next() < 0.2)
    return { cql: "'..'", sql: `timestamptz '${side === 'start' ? '-' : ''}infinity'` };
  if (random.next() < 0.3) {
    const day = random.pick(DAYS);
    return { cql: `'${day}'`, sql: side === 'start' ? dayStart(day) : dayEnd(day) };
  }
  const time = random.pick(TIMES);
  return { cql: `'${time}'`, sql: `timestamptz '${time}'` };
}

const dayStart = (day: string) => `timestamptz '${day}T00:00:00Z'`;
const dayEnd = (day: string) => `timestamptz '${day}T23:59:59.999Z'`;
