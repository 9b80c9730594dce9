import { type Area, type CountQuery, isEmptyFilter } from '../../model/query/query.ts';
import { type CandidateSource, candidateSources, explain, type Plan, planOf } from '../../read/plan.ts';
import { areaOf, type CountRead, type Read } from '../../read/row-read.ts';

/** A read whose plan can be looked at; a count is no read of rows one by one, but has a plan too. */
export type Explainable = Read | CountRead;

/** What a read is going to do, as far as that is known before anything is read. */
export type ReadPlan = {
  /** What is read: features, a tile, clusters or their number. */
  read: Explainable['kind'];
  /** How the response is made. */
  plan: Plan['kind'] | 'counter' | 'index only';
  /** The ways that are tried one after the other: which of them has the response depends on what has been built. */
  steps: string;
  /** Where rows come from, the cheapest first; absent where no row is read one by one. */
  rowsFrom?: CandidateSource[];
  /** Where the words of `q` are looked for, the cheapest first; absent without `q`. */
  wordsFrom?: ('text index' | 'columns' | 'rows')[];
  /** By what the spatial index is searched; absent where the whole space is meant. */
  area?: 'boxes' | 'shape';
  /** What is held against each feature that is found. */
  tests: { tags: number; conditions: number };
  /** Where only a sample is shown of more matches than this. */
  sampledFrom?: number;
};

/** Pure: it costs nothing, whatever the read would. `hasTextIndex`: the space asks for an index of words. */
export function explainRead(read: Explainable, hasTextIndex = false): ReadPlan {
  const { filter } = read.query;
  const words = filter.tests.some(({ root }) => root === 'text')
    ? { wordsFrom: [...(hasTextIndex ? (['text index'] as const) : []), ...(['columns', 'rows'] as const)] }
    : {};
  const tests = { tags: filter.tags.length, conditions: filter.tests.length };
  const area = areaOf(read);
  const by = area ? { area: isBoxes(area) ? ('boxes' as const) : ('shape' as const) } : {};
  if (read.kind === 'count') return { ...countPlan(read.query), ...words, ...by, tests };
  const plan = planOf(read);
  const sampling = plan.kind === 'rows' ? plan.sampling : undefined;
  return {
    read: read.kind,
    plan: plan.kind,
    steps: explain(plan),
    ...(plan.kind === 'rows'
      ? { rowsFrom: candidateSources(read, area && { isBoxes: isBoxes(area) }, 1) }
      : {}),
    ...words,
    ...by,
    tests,
    ...(sampling ? { sampledFrom: sampling.from } : {}),
  };
}

function countPlan({ filter, version }: CountQuery): Omit<ReadPlan, 'tests'> {
  if (version !== undefined) return { read: 'count', plan: 'rows', steps: 'rows', rowsFrom: ['version'] };
  if (isEmptyFilter(filter))
    return { read: 'count', plan: 'counter', steps: 'the number that writes maintain' };
  if (filter.tests.length === 0)
    return { read: 'count', plan: 'index only', steps: 'entries of the tag index' };
  return { read: 'count', plan: 'rows', steps: 'rows', rowsFrom: ['columns', 'rows'] };
}

function isBoxes(area: Area): boolean {
  return 'boxes' in area;
}
