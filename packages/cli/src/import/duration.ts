import { InvalidArgumentError, Option } from 'commander';

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/** `90s`, `10m`, `2h` in milliseconds. */
function readDuration(text: string): number {
  const [, count, unit] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('a time such as 30s, 10m or 2h.');
  return Number(count) * UNITS[unit!]!;
}

const TEN_MINUTES = 600_000;

/** For commands that go on for long: a hub may be started anew meanwhile. */
export function patienceOption(): Option {
  return new Option('--patience <time>', 'how long to wait for a hub that is gone: 30s, 10m, 2h')
    .argParser(readDuration)
    .default(TEN_MINUTES, '10m');
}
