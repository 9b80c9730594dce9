import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PropertyStatistics } from '@meridian/client';
import { type Field, fieldsOf, problemOf, rulesOf } from './fields.ts';

const KNOWN: PropertyStatistics[] = [
  { key: 'name', count: 100, datatype: 'string', searchable: true, distinct: 100, frequent: [] },
  {
    key: 'kind',
    count: 90,
    datatype: 'string',
    searchable: true,
    distinct: 2,
    frequent: [
      { value: 'oak', count: 60 },
      { value: 'elm', count: 30 },
    ],
  },
  { key: 'height', count: 95, datatype: 'number', searchable: true, min: 1, max: 9 },
  { key: 'planted', count: 10, datatype: 'string', searchable: true, min: '1990-01-01', max: '2020-12-31' },
  { key: 'isOld', count: 5, datatype: 'boolean', searchable: true },
  { key: 'address.city', count: 100, datatype: 'string', searchable: true },
];
const SCHEMA = {
  properties: {
    properties: {
      required: ['kind', 'owner'],
      properties: {
        kind: { enum: ['oak', 'elm', 'fir'] },
        height: { type: 'number', minimum: 0, maximum: 50 },
        rings: { type: ['integer', 'null'] },
        code: { type: 'string', pattern: '^T\\d+$', maxLength: 4 },
        felled: { type: 'string', format: 'date' },
      },
    },
  },
};

describe('the fields of a space', () => {
  test('are the properties that most features have, with the input for what they are', () => {
    assert.deepEqual(
      fieldsOf(KNOWN, undefined).map(({ name, input, choices }) => [name, input, choices.join()]),
      [
        ['name', 'text', ''],
        ['height', 'number', ''],
        ['kind', 'text', 'oak,elm'],
        ['planted', 'date', ''],
        ['isOld', 'boolean', ''],
      ],
    );
  });
  test('are first those of its schema', () => {
    const fields = fieldsOf(KNOWN, SCHEMA);
    assert.deepEqual(
      fields.map(({ name, isRequired }) => name + (isRequired ? '*' : '')),
      ['kind*', 'height', 'rings', 'code', 'felled', 'owner*', 'name', 'planted', 'isOld'],
    );
    assert.deepEqual(
      rulesOf(fields, SCHEMA).map(({ name }) => name),
      ['kind', 'height', 'rings', 'code', 'felled', 'owner'],
    );
  });
  test('do without a schema that is none', () =>
    assert.equal(fieldsOf(KNOWN, { properties: [1] }).length, 5));
});

describe('a value', () => {
  const field = (name: string): Field => fieldsOf(KNOWN, SCHEMA).find((one) => one.name === name)!;
  const cases: [name: string, value: unknown, wanted: string | undefined][] = [
    ['kind', undefined, 'required'],
    ['kind', 'ash', 'choice'],
    ['kind', 'fir', undefined],
    ['height', undefined, undefined],
    ['height', 'tall', 'number'],
    ['height', -1, 'minimum'],
    ['height', 51, 'maximum'],
    ['height', 50, undefined],
    ['rings', 1.5, 'integer'],
    ['code', 'T12345', 'maxLength'],
    ['code', 'X1', 'pattern'],
    ['code', 'T1', undefined],
    ['felled', 'yesterday', 'date'],
    ['felled', '2024-05-01', undefined],
    ['owner', 'me', undefined],
  ];
  for (const [name, value, wanted] of cases)
    test(`${JSON.stringify(value)} of ${name} is ${wanted ? `wrong: ${wanted}` : 'right'}`, () =>
      assert.equal(problemOf(field(name), value)?.kind, wanted));
});

test('a pattern that an engine could take ages for is left to the hub', () => {
  const text: Field = { name: 'code', input: 'text', choices: [], isClosed: false, isRequired: false };
  const long = `${'a'.repeat(60)}!`;
  for (const pattern of [
    '^(a+)+$',
    '^(a|a)*$',
    '^([a-z]+\\s?)*$',
    '^((a?)x{0,1})*$',
    `${'a?'.repeat(60)}${'a'.repeat(60)}$`,
    '^(?=(a*)*b)',
    'a*a*a*a*a*a*b$',
  ])
    assert.equal(problemOf({ ...text, pattern }, long), undefined, pattern);
  for (const [pattern, value] of [
    ['^[A-Z]{2}-\\d{1,4}$', long],
    ['^(Mr|Ms) \\w+(-\\w+)?$', 'Dr Who'],
    ['^(ab)+$', 'aba'],
    ['^[*+(]$', 'x'],
    ['^\\(\\d+\\)$', '12'],
  ] as const)
    assert.deepEqual(problemOf({ ...text, pattern }, value), { kind: 'pattern' }, pattern);
});
