import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFault } from '../../contract/is-fault.ts';
import {
  compileProcessing,
  type ProcessedFeature,
  type ProcessorEntry,
  processFeature,
} from './processing.ts';

type Entries = { rules?: { [tag: string]: string }; schemas?: string[] };

const processing = ({ rules, schemas = [] }: Entries) => {
  const entries: ProcessorEntry[] = schemas.map((schema) => ({
    kind: 'schema-validator',
    params: { schema },
    path: 'schema-validator',
  }));
  if (rules) entries.push({ kind: 'rule-tagger', params: { taggingRules: rules }, path: 'rule-tagger' });
  return { text: JSON.stringify(entries) };
};

const feature = (properties: object, tags: string[] = []): ProcessedFeature => ({
  feature: { type: 'Feature', id: 'a', geometry: null, properties },
  tags,
});

const verdict = (entries: Entries, on: ProcessedFeature, limitMs = 10_000) =>
  processFeature(compileProcessing(processing(entries)), on, limitMs);

describe('rules', () => {
  const rules = { big: '$.features[?(@.properties.area>=500)]' };

  test('add their tag behind the others', () =>
    assert.deepEqual(verdict({ rules }, feature({ area: 500 }, ['x'])), { tags: ['x', 'big'] }));

  test('take it away where they no longer match, whoever set it', () =>
    assert.deepEqual(verdict({ rules }, feature({ area: 5 }, ['big', 'x'])), { tags: ['x'] }));

  test('see the tags', () => {
    const y = "$.features[?(@.properties['@ns:com:here:xyz'].tags[0]=='x')]";
    assert.deepEqual(verdict({ rules: { y } }, feature({}, ['x'])), { tags: ['x', 'y'] });
  });

  test('are not asked where a schema refuses the feature', () => {
    const { tags, refusal } = verdict({ rules, schemas: ['false'] }, feature({ area: 500 }));
    assert.equal(tags, undefined);
    assert.match(refusal!, /does not match the schema/);
  });
});

/** Each takes far longer than anyone waits, and nothing in a library stops it. */
const ENDLESS: [what: string, processing: Entries, properties: object][] = [
  [
    'a pattern that backtracks',
    {
      schemas: [
        JSON.stringify({ properties: { properties: { properties: { a: { pattern: '^(?=a)(a+)+$' } } } } }),
      ],
    },
    { a: `${'a'.repeat(60)}!` },
  ],
  [
    'a name pattern that backtracks',
    {
      schemas: [
        JSON.stringify({ properties: { properties: { patternProperties: { '^(?=a)(a+)+$': true } } } }),
      ],
    },
    { [`${'a'.repeat(60)}!`]: 1 },
  ],
  ['references that multiply', { schemas: [JSON.stringify(doubling(60))] }, {}],
  [
    'rules within rules',
    { rules: { x: '$..[?$..[?$..[?$..[?$..[?@==1]]]]]' } },
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
  for (const [what, entries, properties] of ENDLESS)
    test(what, { timeout: 20_000 }, () => {
      const { fault } = verdict(entries, feature(properties));
      assert.match(fault!, /^holding feature "a" against .* took too long/);
      assert.deepEqual(verdict({ schemas: ['true'] }, feature({})), {}, 'and the thread goes on');
    });

  test('a schema that refers to itself', () =>
    assert.match(
      verdict({ schemas: ['{"$ref":"#"}'] }, feature({})).fault!,
      /^feature "a" can't be held against the schema/,
    ));

  test('what a request has no time left for', () =>
    assert.match(verdict({ schemas: ['true'] }, feature({}), 0).fault!, /took too long \(0 ms\)/));
});

describe('what would backtrack elsewhere takes no time', () => {
  const a = `${'a'.repeat(10_000)}!`;

  test('in a pattern', () => {
    const schema = { properties: { properties: { properties: { a: { pattern: '^(a+)+$' } } } } };
    assert.match(verdict({ schemas: [JSON.stringify(schema)] }, feature({ a })).refusal!, /pattern/);
  });

  test('in the pattern of names', () => {
    const schema = { properties: { properties: { patternProperties: { '^(a+)+$': false } } } };
    const schemas = [JSON.stringify(schema)];
    assert.deepEqual(verdict({ schemas }, feature({ [a]: 1 })), {});
    assert.match(verdict({ schemas }, feature({ aa: 1 })).refusal!, /#\/properties/);
  });

  for (const call of ['match', 'search'])
    test(`in ${call}() of a rule`, () => {
      const rules = { x: `$.features[?${call}(@.properties.a, "(a+)+b")]` };
      assert.deepEqual(verdict({ rules }, feature({ a })), { tags: [] });
      assert.deepEqual(verdict({ rules }, feature({ a: 'aab' })), { tags: ['x'] });
    });
});

describe('an entry that can not be compiled', () => {
  test('is refused by name', () =>
    assert.throws(
      () => compileProcessing(processing({ rules: { x: '$.features[?(' } })),
      isFault('invalid', /^rule-tagger\.taggingRules\.x /),
    ));
});
