import { INSTANT_OPS, type TemporalOp } from '../expression.ts';
import { type Moment, parseMoment } from '../instant.ts';

/** From and to, both included; without a bound it is endless on that side. */
export type Period = { start: Moment | undefined; end: Moment | undefined; isInstant: boolean };

/** A value of a feature as a moment: a date, a time, or milliseconds since 1970 as the hub stamps features. */
export function momentOf(value: unknown): Moment | undefined {
  if (typeof value === 'string') return parseMoment(value);
  if (typeof value === 'number') return { ms: value, isDate: false };
  return undefined;
}

export function instantPeriod(moment: Moment): Period {
  return { start: moment, end: moment, isInstant: true };
}

/** True or false; null where an instant is held against a relation of intervals. */
export function relatePeriods(op: TemporalOp, a: Period, b: Period): boolean | null {
  if ((a.isInstant || b.isInstant) && !INSTANT_OPS.has(op)) return null;
  const ends = edges(a, b);
  return RELATIONS[op](ends.a, ends.b);
}

type Edges = { start: number; end: number };
type Relation = (a: Edges, b: Edges) => boolean;

/** The relations of OWL-Time, by when things start and end. */
const RELATIONS: Record<TemporalOp, Relation> = {
  t_after: (a, b) => a.start > b.end,
  t_before: (a, b) => a.end < b.start,
  t_disjoint: (a, b) => a.start > b.end || a.end < b.start,
  t_equals: (a, b) => a.start === b.start && a.end === b.end,
  t_intersects: (a, b) => a.start <= b.end && a.end >= b.start,
  t_contains: (a, b) => a.start < b.start && a.end > b.end,
  t_during: (a, b) => a.start > b.start && a.end < b.end,
  t_finishedBy: (a, b) => a.start < b.start && a.end === b.end,
  t_finishes: (a, b) => a.start > b.start && a.end === b.end,
  t_meets: (a, b) => a.end === b.start,
  t_metBy: (a, b) => a.start === b.end,
  t_overlappedBy: (a, b) => a.start > b.start && a.start < b.end && a.end > b.end,
  t_overlaps: (a, b) => a.start < b.start && a.end > b.start && a.end < b.end,
  t_startedBy: (a, b) => a.start === b.start && a.end > b.end,
  t_starts: (a, b) => a.start === b.start && a.end < b.end,
};

const LAST_MS_OF_DAY = 86_400_000 - 1;

/** Dates among dates are points; as soon as a time of day takes part, a date lasts its whole day. */
function edges(a: Period, b: Period): { a: Edges; b: Edges } {
  const hasTimes = [a.start, a.end, b.start, b.end].some((moment) => moment?.isDate === false);
  const edge = ({ start, end }: Period): Edges => ({
    start: start?.ms ?? -Infinity,
    end: end === undefined ? Infinity : end.ms + (hasTimes && end.isDate ? LAST_MS_OF_DAY : 0),
  });
  return { a: edge(a), b: edge(b) };
}
