import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changedSettings, invalidSetting, readSettings, type SpaceSettings } from './space-settings.ts';

const PLAIN = readSettings({});

describe('the settings of a space', () => {
  const definition = {
    readOnly: true,
    enableHistory: true,
    versionsToKeep: 5,
    cacheTTL: 1500,
    temporal: { start: 'from', end: 'to' },
    copyright: [{ label: 'The survey' }],
    rank: { property: 'scalerank', order: 'ascending' },
    processors: {
      'schema-validator': [{ params: { schema: { type: 'object' } } }],
      'rule-tagger': [{ params: { taggingRules: { large: '$.features[?(@.properties.area > 1)]' } } }],
    },
  };

  test('are read from its definition', () => {
    assert.deepEqual(readSettings(definition), {
      readOnly: true,
      history: 'some',
      versions: '5',
      cacheSeconds: '1.5',
      schema: '{\n  "type": "object"\n}',
      rules: '{\n  "large": "$.features[?(@.properties.area > 1)]"\n}',
      credit: 'The survey',
      timeStart: 'from',
      timeEnd: 'to',
      rank: 'scalerank',
      rankOrder: 'ascending',
    });
    assert.equal(readSettings({ rank: 'size.ha' }).rank, 'size.ha');
    assert.equal(readSettings({ temporal: 'day' }).timeStart, 'day');
    assert.equal(readSettings({ enableGlobalVersioning: true }).history, 'all');
  });

  test('are written as what they were read from', () => {
    const { enableGlobalVersioning, maxVersionCount, ...rest } = changedSettings(
      PLAIN,
      readSettings(definition),
    );
    assert.deepEqual(rest, definition);
    assert.deepEqual([enableGlobalVersioning, maxVersionCount], [null, null]);
  });

  test('that were not changed are not written, those that were emptied are removed', () => {
    const full = readSettings(definition);
    assert.deepEqual(changedSettings(full, full), {});
    assert.deepEqual(
      changedSettings(full, { ...full, schema: '', cacheSeconds: '', timeStart: '', timeEnd: '', rank: '' }),
      {
        cacheTTL: null,
        rank: null,
        processors: { 'schema-validator': null },
        temporal: null,
      },
    );
  });

  test('have the most important features first where nothing else is said', () =>
    assert.deepEqual(changedSettings(PLAIN, { ...PLAIN, rank: 'population' }), { rank: 'population' }));

  test('may name a schema by its address', () => {
    const changes = changedSettings(PLAIN, { ...PLAIN, schema: '/hub/spaces/schemas/features/well' });
    assert.deepEqual(changes.processors, {
      'schema-validator': [{ params: { schema: '/hub/spaces/schemas/features/well' } }],
    });
  });

  for (const [name, wrong] of [
    ['versions', { history: 'some', versions: '1' }],
    ['versions', { history: 'some', versions: 'x' }],
    ['cacheSeconds', { cacheSeconds: '-1' }],
    ['schema', { schema: '{"type":' }],
    ['rules', { rules: '["large"]' }],
    ['timeStart', { timeEnd: 'to' }],
  ] as const satisfies readonly [keyof SpaceSettings, Partial<SpaceSettings>][])
    test(`with ${JSON.stringify(wrong)} cannot be saved`, () => {
      assert.equal(invalidSetting({ ...PLAIN, ...wrong }), name);
    });

  test('that are right can', () => assert.equal(invalidSetting(readSettings(definition)), undefined));
});
