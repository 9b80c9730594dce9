import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFault } from '../../contract/is-fault.ts';
import { compileFeatureSchema } from './feature-schema.ts';

const FEATURE = { type: 'Feature', id: 'a', geometry: null, properties: { area: 5, name: 'Tor' } };

describe('a feature is held against', () => {
  const area = (schema: object) => ({ properties: { properties: { properties: { area: schema } } } });
  const cases: [what: string, schema: unknown, refusal: RegExp | undefined][] = [
    ['a type it has', area({ type: 'integer' }), undefined],
    ['a type it has not', area({ type: 'string' }), /^#\/properties\/area: .*"string"/],
    ['a bound', area({ maximum: 4 }), /^#\/properties\/area: /],
    ['what is required', { required: ['licence'] }, /licence/],
    ['true', true, undefined],
    ['false', false, /^#: /],
    ['a pattern', { properties: { id: { pattern: '^[b-z]$' } } }, /^#\/id: /],
    ['one of several', area({ anyOf: [{ type: 'string' }, { minimum: 5 }] }), undefined],
    ['a definition of the schema', { $ref: '#/$defs/f', $defs: { f: { required: ['x'] } } }, /x/],
    [
      'draft 7',
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: {}, required: ['x'] },
      /x/,
    ],
    [
      'draft 4',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        ...area({ minimum: 5, exclusiveMinimum: true }),
      },
      /^#\/properties\/area: /,
    ],
    ['names that objects have anyway', { properties: { constructor: { type: 'string' } } }, undefined],
    ['required names that objects have anyway', { required: ['toString'] }, /toString/],
  ];
  for (const [what, schema, refusal] of cases)
    test(what, () => {
      const found = compileFeatureSchema(JSON.stringify(schema), 'schema').refusal(FEATURE);
      if (refusal) assert.match(found ?? 'nothing', refusal);
      else assert.equal(found, undefined);
    });
});

describe('a schema is refused', () => {
  const cases: [schema: unknown, message: RegExp][] = [
    [5, /^schema must be a JSON Schema/],
    [null, /^schema must be a JSON Schema/],
    [[], /^schema must be a JSON Schema/],
    [{ type: 'text' }, /^schema\.type must be one of/],
    [{ properties: [] }, /^schema\.properties must be an object/],
    [{ properties: { a: 5 } }, /^schema\.properties\.a must be a JSON Schema/],
    [{ properties: { a: { pattern: '(' } } }, /^schema\.properties\.a\.pattern is not a regular expression/],
    [{ patternProperties: { '[': {} } }, /^schema\.patternProperties\.\[ is not a regular expression/],
    [{ pattern: 'x'.repeat(1001) }, /^schema\.pattern has 1001 characters/],
    [{ required: 'a' }, /^schema\.required must be an array/],
    [{ minLength: -1 }, /^schema\.minLength must be a whole number/],
    [{ multipleOf: 0 }, /^schema\.multipleOf must be a number above 0/],
    [{ anyOf: {} }, /^schema\.anyOf must be an array/],
    [{ $ref: '#/$defs/none' }, /^schema\.\$ref: "#\/\$defs\/none" is not in the schema/],
    [{ $ref: 'https://example.org/schema.json' }, /nothing is fetched/],
    [{ $ref: 'http://127.0.0.1:22/' }, /nothing is fetched/],
    [{ $dynamicRef: '#x' }, /^schema\.\$dynamicRef/],
    [{ $schema: 'https://example.org/mine' }, /^schema\.\$schema must name draft/],
    [{ $id: 'http://[', type: 'object' }, /^schema can't be read/],
  ];
  for (const [schema, message] of cases)
    test(JSON.stringify(schema).slice(0, 60), () =>
      assert.throws(
        () => compileFeatureSchema(JSON.stringify(schema), 'schema'),
        isFault('invalid', message),
      ),
    );

  test('that is no JSON', () =>
    assert.throws(() => compileFeatureSchema('{', 'schema'), isFault('invalid', /^schema is neither/)));
});
