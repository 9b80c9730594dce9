import { InvalidArgumentError } from 'commander';

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/** `90s`, `10m`, `2h` in milliseconds. */
export function readDuration(text: string): number {
  const [, count, unit] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('a time such as 30s, 10m or 2h.');
  return Number(count) * UNITS[unit!]!;
}
