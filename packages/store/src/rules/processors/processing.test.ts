import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFault } from '../../contract/is-fault.ts';
import type { Feature } from '../../model/feature/feature.ts';
import { parseStored } from '../../model/json/exact-json.ts';
import { type Processing, Processors } from './processing.ts';

const feature = (properties: object, tags: string[] = []): Feature => ({
  id: 'a',
  geometry: null,
  properties: properties as Feature['properties'],
  tags,
  foreign: {},
});

const processors = (processing: Partial<Processing>) =>
  new Processors({ rules: [], schemas: [], ...processing });

describe('rules', () => {
  const big = { tag: 'big', path: '$.features[?(@.properties.area>=500)]' };

  test('add their tag behind the others', () =>
    assert.deepEqual(processors({ rules: [big] }).tagged(feature({ area: 500 }, ['x'])).tags, ['x', 'big']));

  test('take it away where they no longer match, whoever set it', () =>
    assert.deepEqual(processors({ rules: [big] }).tagged(feature({ area: 5 }, ['big', 'x'])).tags, ['x']));

  test('see the tags', () => {
    const path = "$.features[?(@.properties['@ns:com:here:xyz'].tags[0]=='x')]";
    assert.deepEqual(processors({ rules: [{ tag: 'y', path }] }).tagged(feature({}, ['x'])).tags, ['x', 'y']);
  });

  test('compare numbers that are kept digit for digit', () => {
    const { area } = parseStored('{"area":9007199254740993}') as { area: unknown };
    assert.deepEqual(processors({ rules: [big] }).tagged(feature({ area })).tags, ['big']);
  });
});

/** Each takes far longer than anyone waits, and nothing in a library stops it. */
const ENDLESS: [what: string, processing: Partial<Processing>, properties: object][] = [
  [
    'a pattern that backtracks',
    {
      schemas: [
        JSON.stringify({ properties: { properties: { properties: { a: { pattern: '^(a+)+$' } } } } }),
      ],
    },
    { a: `${'a'.repeat(60)}!` },
  ],
  [
    'a name pattern that backtracks',
    { schemas: [JSON.stringify({ properties: { properties: { patternProperties: { '^(a+)+$': true } } } })] },
    { [`${'a'.repeat(60)}!`]: 1 },
  ],
  ['references that multiply', { schemas: [JSON.stringify(doubling(60))] }, {}],
  [
    'a rule with a pattern that backtracks',
    { rules: [{ tag: 'x', path: '$.features[?match(@.properties.a, "(a+)+")]' }] },
    { a: `${'a'.repeat(60)}!` },
  ],
  [
    'rules within rules',
    { rules: [{ tag: 'x', path: '$..[?$..[?$..[?$..[?$..[?@==1]]]]]' }] },
    { list: Array.from({ length: 300 }, (_, i) => i + 2) },
  ],
];

function doubling(levels: number): object {
  const $defs: Record<string, object> = { [`d${levels}`]: {} };
  for (let i = 0; i < levels; i++)
    $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] };
  return { $ref: '#/$defs/d0', $defs };
}

describe('what would take too long is cut off', () => {
  for (const [what, processing, properties] of ENDLESS)
    test(what, { timeout: 20_000 }, () => {
      const ready = processors(processing);
      const started = performance.now();
      assert.throws(
        () => {
          ready.refusal(feature(properties));
          ready.tagged(feature(properties));
        },
        isFault('invalid', /^holding feature "a" against .* took too long/),
      );
      assert.ok(performance.now() - started < 5000);
      assert.equal(processors({}).refusal(feature({})), undefined, 'and the thread goes on');
    });

  test('a schema that refers to itself', () =>
    assert.throws(
      () => processors({ schemas: ['{"$ref":"#"}'] }).refusal(feature({})),
      isFault('invalid', /^feature "a" can't be held against the schema/),
    ));
});
