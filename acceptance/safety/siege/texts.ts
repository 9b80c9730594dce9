import type { Random } from '../../harness/random.ts';
import { PAYLOADS } from '../../hostile/payloads.ts';

/** Spellings of numbers, of nothing and of text that parsers disagree about. */
const SPELLINGS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e400',
  '-1e-400',
  '12345678901234567890',
  '9007199254740993',
  '0x10',
  '1_000',
  '٣',
  '1,5',
  '.5',
  '5.',
  '+1',
  'NaN',
  'Infinity',
  'null',
  'true',
  'TRUE',
  '[]',
  '{}',
  '{"a":',
  '""',
  "'",
  '\u0000',
  '\ud83d\ude00',
  '\ufeff',
  '\u202e',
  'I\u0307',
  'ß',
  '\u2028',
  '\uffff',
  'a'.repeat(300),
];

/** What our own parameters are written like, to be broken in the middle. */
const SEEDS: Readonly<Record<string, readonly string[]>> = {
  filter: [
    "population > 1000000 AND name LIKE 'B%'",
    'S_INTERSECTS(geometry, BBOX(5,45,15,55))',
    "NOT (a IN (1,2,3) OR b IS NULL) AND c BETWEEN 1 AND 2 OR CASEI(d) = CASEI('É')",
    "T_AFTER(x, TIMESTAMP('2020-01-01T00:00:00Z'))",
    '{"op":"and","args":[{"op":">","args":[{"property":"n"},1]},{"op":"isNull","args":[{"property":"a"}]}]}',
    "A_CONTAINS(tags, ('a','b'))",
    '((((((((((a=1))))))))))',
    'a = 1 + 2 * 3 ^ 4 % 5 DIV 2',
  ],
  tags: ['a,b+c', 'red', '*', '+', ',,,'],
  selection: ['p.n', 'id,type,properties.n', 'p.a.b.c', '*', 'geometry'],
  sort: ['p.n:desc,id', 'f.id', 'p.a.b:asc', 'p.n:sideways'],
  handle: ['3', 'eyJhIjoxfQ', '999999999999', '-5'],
  pageToken: ['3', 'eyJhIjoxfQ', '2_1'],
  part: ['1/4', '4/4', '5/4', '0/0'],
  h3Index: ['821c07fffffffff', '8f1c07fffffffff', '0'],
  tile_id: ['0_0_0', '3_4_2', '0', '120', '3_4_2.mvt', '30_1_1', '-1_0_0', '1202102'],
  tile_type: ['web', 'quadkey', 'tms', 'here', 'quadkeys'],
  y: ['0', '0.mvt', '1.geojson', '2.pbf', '-1'],
  format: ['csv', 'geojson', 'geopackage', 'geoparquet', 'shapefile', 'flatgeobuf', 'kml', 'xlsx'],
  version: ['1', '2', '0', '99', 'latest'],
  p: ['>=1', '=a,b', '!=.null', '=gt=5', '@>{"a":[1]}', '=cs=["x"]', '=1'],
  file: ['studio.js', 'index.html', '../package.json', 'studio.css'],
};

/** A value for a parameter or member of this name: one of its own forms, whole or broken, or anything. */
export function hostileText(random: Random, name: string): string {
  const seeds = Object.hasOwn(SEEDS, name) ? SEEDS[name] : undefined;
  const roll = random.next();
  if (seeds && roll < 0.4) return random.pick(seeds);
  if (seeds && roll < 0.75) return spoiled(random, random.pick(seeds));
  if (roll < 0.9) return random.pick(SPELLINGS);
  return random.pick(PAYLOADS);
}

/** Cut, doubled, repeated, or with some characters changed. */
export function spoiled(random: Random, text: string): string {
  if (text === '') return random.pick(SPELLINGS);
  const at = random.whole(0, text.length - 1);
  switch (random.whole(0, 5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + random.whole(1, 8));
    case 2:
      return text.slice(0, at) + random.pick(SPELLINGS) + text.slice(at);
    case 3:
      return `${text},${text}`;
    case 4:
      return text.slice(0, at) + text.slice(at, at + 3).repeat(random.whole(2, 400)) + text.slice(at);
    default:
      return `${text.slice(0, at)}${String.fromCodePoint(random.whole(0, 0x2ff))}${text.slice(at + 1)}`;
  }
}
