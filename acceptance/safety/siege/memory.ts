import type { Held } from '../process-figures.ts';

/** Of the samples, so many are warm-up. */
const WARM_UP = 0.3;
/** Fewer samples after it say nothing. */
const MIN_SAMPLES = 6;
const MAX_GROWTH = 1.1;

/** Whether memory stayed where it was after the warm-up: the middle of the last third beside that of the first. */
export function memoryVerdict(held: readonly Held[]): { isFlat: boolean; text: string } {
  const later = held.slice(Math.ceil(held.length * WARM_UP)).map(({ rssMb }) => rssMb);
  if (later.length < MIN_SAMPLES)
    return { isFlat: true, text: `memory not judged: ${held.length} samples are too few` };
  const third = Math.floor(later.length / 3);
  const [first, last] = [median(later.slice(0, third)), median(later.slice(-third))];
  return {
    isFlat: last <= first * MAX_GROWTH,
    text: `memory ${first} MB after the warm-up, ${last} MB at the end`,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
