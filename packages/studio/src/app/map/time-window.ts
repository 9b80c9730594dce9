import { computed, signal } from '@preact/signals';
import type { Limits, TimeBy } from '../../map-style/time.ts';
import { mapDocument } from './state.ts';

/** What the time slider is about: from the earliest to the latest of all layers that it moves. */
export type TimeAxis = {
  low: number;
  high: number;
  /** Years are shown as numbers, and numbers of other kinds as what they are. */
  unit: 'time' | 'year' | 'number';
  spaces: readonly string[];
};

/** What is chosen on the axis; undefined for all of it. */
export const timeWindow = signal<{ from: number; to: number } | undefined>(undefined);

/** Numbers that are no times have an axis of their own: the layers are those that share the one of the first. */
export const timeAxis = computed<TimeAxis | undefined>(() => {
  const timed = mapDocument.value.layers.flatMap(({ space, isVisible, style: { time } }) =>
    isVisible && time ? [{ space, time }] : [],
  );
  const shared = timed.filter(({ time }) => isPlain(time) === isPlain(timed[0]!.time));
  if (shared.length === 0) return undefined;
  const times = shared.map(({ time }) => time);
  const unit = isPlain(times[0]!) ? 'number' : times.every((one) => one.unit === 'year') ? 'year' : 'time';
  return {
    low: Math.min(...times.map(({ low }) => low)),
    high: Math.max(...times.map(({ high }) => high)),
    unit,
    spaces: shared.map(({ space }) => space),
  };
});

function isPlain({ unit }: TimeBy): boolean {
  return unit === 'number';
}

/** The limits of time, by space: none where all is shown. */
export const timeLimits = computed<ReadonlyMap<string, Limits>>(() => {
  const [axis, chosen] = [timeAxis.value, timeWindow.value];
  if (!axis || !chosen) return new Map();
  const limits = {
    ...(chosen.from > axis.low ? { from: chosen.from } : {}),
    // The latest are within the last part, too.
    ...(chosen.to < axis.high ? { to: chosen.to } : {}),
  };
  return new Map(axis.spaces.map((space) => [space, limits]));
});

/** Where nothing is chosen, an animation shows so large a part at once. */
const FIRST_PART = 0.1;

/** The next picture of an animation: `by` further, and from the start again after the end. */
export function advanced(
  { low, high }: Pick<TimeAxis, 'low' | 'high'>,
  chosen: { from: number; to: number },
  by: number,
): { from: number; to: number } {
  const isAll = chosen.from <= low && chosen.to >= high;
  const width = isAll ? (high - low) * FIRST_PART : Math.max(chosen.to - chosen.from, by);
  if (isAll || chosen.to >= high) return { from: low, to: low + width };
  const to = Math.min(high, chosen.to + by);
  return { from: to - width, to };
}
