import type { ParentSpan } from './traceparent.ts';

export const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

/** Whether a request is traced, by the id of its trace and what its caller has decided. */
export type Sampler = (traceId: string, parent: ParentSpan | undefined) => boolean;

const PARENT_BASED = 'parentbased_';

export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const isParentBased = name.startsWith(PARENT_BASED);
  const root = isParentBased ? name.slice(PARENT_BASED.length) : name;
  const decide = root === 'traceidratio' ? byRatio(ratio) : () => root === 'always_on';
  return isParentBased ? (traceId, parent) => parent?.isSampled ?? decide(traceId) : decide;
}

/** The last 14 hexadecimal digits are random by W3C Trace Context: all services decide alike for one trace. */
const RANDOM_DIGITS = 14;
const RANDOM_RANGE = 16 ** RANDOM_DIGITS;

function byRatio(ratio: number): (traceId: string) => boolean {
  return (traceId) => Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) >= (1 - ratio) * RANDOM_RANGE;
}
