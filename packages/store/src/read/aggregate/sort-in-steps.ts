import type { Effect } from '../effect.ts';

/** So many numbers are sorted or merged before others get to run. */
export const SORT_CHUNK = 65_536;

/** Sorts numbers in place, with pauses: a million take many times as long as a step may. */
export function* sortInSteps(values: Float64Array<ArrayBuffer>): Effect<void> {
  for (let from = 0; from < values.length; from += SORT_CHUNK) {
    values.subarray(from, from + SORT_CHUNK).sort();
    if (values.length > SORT_CHUNK) yield undefined;
  }
  if (values.length <= SORT_CHUNK) return;
  let [source, target] = [values, new Float64Array(values.length)];
  for (let width = SORT_CHUNK; width < values.length; width *= 2) {
    for (let from = 0; from < values.length; from += 2 * width) {
      const middle = Math.min(from + width, values.length);
      yield* merge(source, target, from, middle, Math.min(from + 2 * width, values.length));
    }
    [source, target] = [target, source];
  }
  if (source !== values) values.set(source);
}

function* merge(
  source: Float64Array,
  target: Float64Array,
  from: number,
  middle: number,
  end: number,
): Effect<void> {
  let left = from;
  let right = middle;
  for (let at = from; at < end; ) {
    for (const pause = Math.min(end, at + SORT_CHUNK); at < pause; at++) {
      const isLeft = left < middle && (right >= end || source[left]! <= source[right]!);
      target[at] = isLeft ? source[left++]! : source[right++]!;
    }
    yield undefined;
  }
}
