import { describe, test } from 'node:test';
import { parseExactly } from '@meridian/store';
import { assertLinear, UNITS, worstText } from '../../../testing/cost.ts';
import { someOf } from '../../../testing/effort.ts';
import { normalizeEmail, readEmail } from './accounts/account-members.ts';
import { readTokenDefinition } from './accounts/token-definition.ts';
import { patchProject, readProject } from './projects/project-definition.ts';
import { readShape } from './shapes.ts';
import { readDefinition, readFields, readPatch } from './spaces/space-definition.ts';
import { SPACE_MEMBERS } from './spaces/space-members.ts';

/** Characters, or entries: what grows with the square of them is by far the largest cost here. */
const SIZE = 6_000;
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

/** Values of a member that has about so many characters or entries. */
const VALUES: Readonly<Record<string, (size: number) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(UNITS).map(([what, unit]) => [what, (size: number) => worstText(unit, size)]),
  ),
  texts: (size) => Array.from({ length: size }, (_, i) => `t${i}`),
  'the same text': (size) => Array(size).fill('a'),
  members: (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`m${i}`, true])),
  'lists of texts': (size) => Array(size).fill(['a']),
  'plugins of one name': (size) => Array(size).fill({ id: 'a', params: {} }),
  'plugins of many names': (size) => Array.from({ length: size }, (_, i) => ({ id: `p${i}` })),
  'activity logs': (size) => ({
    'activity-log': Array.from({ length: size }, (_, i) => ({ params: { spaceId: `s${i}` } })),
  }),
  'upstream spaces': (size) => ({
    id: 'virtualspace',
    params: { virtualspace: { group: Array.from({ length: size }, (_, i) => `s${i}`) } },
  }),
  rights: (size) => ({
    'xyz-hub': { readFeatures: Array.from({ length: size }, (_, i) => ({ space: `s${i}` })) },
  }),
};

type Reader = (body: object) => unknown;
const BODIES: [what: string, members: readonly string[], read: Reader][] = [
  [
    'the definition of a space',
    Object.keys(SPACE_MEMBERS),
    (body) => readDefinition({ title: 'x', ...body }),
  ],
  ['the changes of a space', Object.keys(SPACE_MEMBERS), (body) => readFields({ ...readPatch(body) })],
  [
    'the definition of a project',
    ['id', 'title', 'meta', 'layers', 'bookmarks', 'other'],
    (body) => patchProject({ title: 'x' }, 'p', readProject(body).members),
  ],
  [
    'the definition of a token',
    ['urm', 'exp', 'cid', 'description', 'limits', 'metadata', 'project'],
    (body) => readTokenDefinition(body, 0),
  ],
];

for (const [what, members, read] of BODIES)
  describe(`twice as large a body costs twice as much, as ${what} (seed ${seed}):`, () => {
    for (const member of members)
      test(member, () => {
        for (const [shape, value] of someOf(Object.entries(VALUES), seed, what + member))
          assertLinear(`${member} of ${shape}`, (size) => ({ [member]: value(size) }), read, SIZE);
      });
  });

test('twice as long an email costs twice as much', () => {
  for (const [what, unit] of Object.entries(UNITS)) {
    assertLinear(`an email of ${what}`, (size) => worstText(unit, size), normalizeEmail, SIZE);
    assertLinear(`a new email of ${what}`, (size) => `a@${worstText(unit, size)}`, readEmail, SIZE);
  }
});

test('a posted geometry of twice as many positions costs twice as much', () => {
  const line = (size: number) => Array.from({ length: size }, (_, i) => [i % 180, i % 90]);
  const point = { type: 'Point', coordinates: [1, 2] };
  const shapes: Record<string, (size: number) => unknown> = {
    MultiPoint: (size) => ({ type: 'MultiPoint', coordinates: line(size) }),
    MultiLineString: (size) => ({ type: 'MultiLineString', coordinates: Array(size).fill(line(2)) }),
    GeometryCollection: (size) => ({ type: 'GeometryCollection', geometries: Array(size).fill(point) }),
  };
  for (const [what, make] of Object.entries(shapes)) assertLinear(what, make, readShape, SIZE);
});

test('twice as long a JSON text costs twice as much', () => {
  for (const [what, unit] of Object.entries(UNITS))
    for (const start of ['', '"', '{"a":', '[', '{"'])
      assertLinear(
        `${start} with ${what}`,
        (size) => start + worstText(unit, size),
        (text) => parseExactly(text, 'text'),
        SIZE,
      );
});
