/** A seeded source of chance: the same seed gives the same numbers everywhere. */
export type Random = {
  /** From 0 up to, not including, 1. */
  unit(): number;
  whole(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Bell-shaped around 0 with a spread of about 1. */
  bell(): number;
  /** Prefers the first choices. */
  pickSkewed<T>(choices: readonly T[]): T;
};

export function randomFrom(seed: number): Random {
  // mulberry32: small, fast, and good enough for data that must merely not be regular.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const index = (length: number) => Math.floor(unit() * length);
  return {
    unit,
    whole: (from, to) => from + index(to - from + 1),
    pick: (choices) => choices[index(choices.length)]!,
    bell: () => unit() + unit() + unit() + unit() - 2,
    pickSkewed: (choices) => choices[Math.floor(unit() ** 2 * choices.length)]!,
  };
}
