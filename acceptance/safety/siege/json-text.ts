import type { Random } from '../../harness/random.ts';
import { hostileText } from './texts.ts';

/** JSON as it is written, which may be what no parser gives: a number of many digits, a name twice, half a text. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const TOKENS = [
  '12345678901234567890',
  '1e400',
  '-0',
  '1E-999999',
  '0.1000000000000000055511151231257827',
  'NaN',
  '01',
  "'a'",
  '"\\ud800"',
  '"\\u0000"',
  '"\u0001"',
  '',
  '//',
  'undefined',
];

/** With `Raw`s as they are. */
export function write(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`)
      .join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

/** The value with one of its parts, at any depth, replaced by something else. */
export function withWrongPart(random: Random, value: unknown): unknown {
  const isInner = typeof value === 'object' && value !== null && !(value instanceof Raw);
  if (!isInner || random.next() < 0.25) return somethingElse(random, value);
  if (Array.isArray(value)) return value.length === 0 ? [somethingElse(random, 0)] : inList(random, value);
  const members = Object.entries(value);
  if (members.length === 0) return { [hostileText(random, '')]: somethingElse(random, 0) };
  const [name, member] = random.pick(members);
  switch (random.whole(0, 5)) {
    case 0:
      return Object.fromEntries(members.filter(([other]) => other !== name));
    case 1:
      return { ...value, [hostileText(random, name)]: member };
    case 2:
      return new Raw(
        `{${JSON.stringify(name)}:${write(somethingElse(random, member))},${write(value).slice(1)}`,
      );
    default:
      return { ...value, [name]: withWrongPart(random, member) };
  }
}

function inList(random: Random, list: unknown[]): unknown[] {
  const at = random.whole(0, list.length - 1);
  if (random.next() < 0.1) return Array.from({ length: random.whole(2, 2000) }, () => list[at]);
  return list.with(at, withWrongPart(random, list[at]));
}

function somethingElse(random: Random, value: unknown): unknown {
  switch (random.whole(0, 8)) {
    case 0:
      return null;
    case 1:
      return random.pick([true, false, 0, -1, 1.5, 2 ** 53, 1e308, -1e-308]);
    case 2:
      return hostileText(random, '');
    case 3:
      return new Raw(random.pick(TOKENS));
    case 4:
      return nested(random, value);
    case 5:
      return [value];
    case 6:
      return { [hostileText(random, '')]: value };
    case 7:
      return Array.from({ length: random.whole(0, 500) }, () => value);
    default:
      return 'x'.repeat(10 ** random.whole(1, 5));
  }
}

function nested(random: Random, value: unknown): Raw {
  const depth = random.pick([5, 50, 199, 201, 2000, 100_000]);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  return new Raw(`${open.repeat(depth)}${write(value)}${random.next() < 0.9 ? close.repeat(depth) : ''}`);
}
