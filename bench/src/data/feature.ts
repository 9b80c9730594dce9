import { type Geometry, makeGeometry } from './geometry.ts';
import { type Random, randomFrom } from './random.ts';
import { NAMES, OPERATORS, STREETS, SURFACES, TAGS } from './words.ts';

/** Changes whenever the same number gives another feature: prepared data of another version is not used again. */
export const GENERATOR_VERSION = 2;

/** Two properties that every feature has, equally selective: one feature in a thousand has a given value. */
export const INDEXED_PROPERTY = 'district';
export const PLAIN_PROPERTY = 'sheet';
export const SELECTIVITY = 1000;

export const NAMESPACE = '@ns:com:here:xyz';

export type Feature = {
  type: 'Feature';
  id: string;
  geometry: Geometry;
  properties: { [name: string]: unknown };
};

/** The feature with this number, about 500 bytes once stored: 5–15 properties and 2 tags. */
export function makeFeature(number: number): Feature {
  const random = randomFrom(number);
  return {
    type: 'Feature',
    id: makeId(random),
    geometry: makeGeometry(random),
    properties: { ...makeProperties(random, number), [NAMESPACE]: { tags: makeTags(random) } },
  };
}

export function featureId(number: number): string {
  return makeId(randomFrom(number));
}

/** A FeatureCollection of `count` features, as text that is ready to send. */
export function collectionText(from: number, count: number): string {
  const features = Array.from({ length: count }, (_, i) => makeFeature(from + i));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** As random as the ids the hub makes itself: neighbours in time are not neighbours in the index. */
function makeId(random: Random): string {
  let id = '';
  for (let i = 0; i < 16; i++) id += ID_LETTERS[random.whole(0, ID_LETTERS.length - 1)];
  return id;
}

function makeTags(random: Random): string[] {
  const first = random.pickSkewed(TAGS);
  const second = random.pickSkewed(TAGS);
  return first === second ? [first, `${first}-2`] : [first, second];
}

const OPTIONAL: readonly [string, (random: Random) => unknown][] = [
  ['operator', (random) => random.pickSkewed(OPERATORS)],
  ['surface', (random) => random.pickSkewed(SURFACES)],
  ['height', (random) => Math.round(random.unit() * 400) / 10],
  ['lanes', (random) => random.whole(1, 6)],
  ['open', (random) => random.unit() < 0.7],
  ['website', (random) => `https://www.example.org/places/${random.whole(1000, 999_999)}`],
  [
    'address',
    (random) => ({
      street: random.pick(STREETS),
      number: random.whole(1, 240),
      postcode: String(random.whole(10_000, 99_999)),
    }),
  ],
  ['wheelchair', (random) => random.pickSkewed(['yes', 'no', 'limited'])],
  ['capacity', (random) => random.whole(1, 400)],
  ['colour', (random) => `#${random.whole(0x100000, 0xffffff).toString(16)}`],
  ['levels', (random) => [random.whole(-2, 0), random.whole(1, 30)]],
];

/** Four that every feature has, and one to eleven more. */
function makeProperties(random: Random, number: number): { [name: string]: unknown } {
  const properties: { [name: string]: unknown } = {
    name: `${random.pick(NAMES)} ${random.whole(1, 9999)}`,
    [INDEXED_PROPERTY]: random.whole(0, SELECTIVITY - 1),
    [PLAIN_PROPERTY]: random.whole(0, SELECTIVITY - 1),
    source: {
      survey: number,
      date: `20${random.whole(10, 25)}-0${random.whole(1, 9)}-1${random.whole(0, 9)}`,
    },
  };
  const more = random.whole(1, OPTIONAL.length);
  const from = random.whole(0, OPTIONAL.length - 1);
  for (let i = 0; i < more; i++) {
    const [name, make] = OPTIONAL[(from + i) % OPTIONAL.length]!;
    properties[name] = make(random);
  }
  return properties;
}
