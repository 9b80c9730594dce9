import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault, type FaultKind } from '@meridian/store';
import { LICENSES } from './licenses.ts';
import { readDefinition, readFields, readPatch, shownDefinition } from './space-definition.ts';

const read = (members: object) => {
  const { title: _title, ...rest } = readDefinition({ title: 'x', ...members });
  return rest;
};

describe('a field of a space is stored', () => {
  const accepted: [what: string, sent: object, stored?: object][] = [
    ['ids of every allowed character', { id: 'aZ0_.~-' }],
    ['ids of one character', { id: '7' }],
    ['ids of 255 characters', { id: 'a'.repeat(255) }],
    ['a description', { description: '' }],
    ['shared', { shared: true }],
    ['shared as text', { shared: 'true' }, { shared: true }],
    ['shared as the other text', { shared: 'false' }, { shared: false }],
    ['readOnly', { readOnly: true }],
    ['copyright', { copyright: [{ label: 'OSM', alt: 'OpenStreetMap' }, {}] }],
    ['more of a copyright than is known', { copyright: [{ url: 'u', label: 'x' }] }],
    ['client', { client: { any: [1, { thing: null }] } }],
    ['searchableProperties', { searchableProperties: { 'a.b': true, c: false } }],
    ['sortableProperties', { sortableProperties: [['a'], ['b', 'c']] }],
    ['our storage', { storage: { id: 'meridian', params: { x: 1 } } }],
    ['our storage under its old name', { storage: { id: 'psql', params: null } }],
    ['processors as a map', { processors: { tagger: [{ params: { a: 1 }, eventTypes: ['x'], order: 1 }] } }],
    [
      'processors as a list',
      { processors: [{ id: 'a', order: 1 }, { id: 'b' }, { id: 'a' }] },
      { processors: { a: [{ order: 1 }, {}], b: [{}] } },
    ],
    ['listeners as a map', { listeners: { log: [{}] } }],
    ['packages', { packages: ['maps'] }],
    ['tags', { tags: ['a', 'b'] }],
    ['enableUUID as text', { enableUUID: 'true' }, { enableUUID: true }],
    ['enableHistory', { enableHistory: false }],
    ['versionsToKeep', { versionsToKeep: 5 }],
    ['versionsToKeep as text', { versionsToKeep: '10' }, { versionsToKeep: 10 }],
    ['cacheTTL', { cacheTTL: 5000 }],
    ['an automatic cacheTTL', { cacheTTL: -1 }],
    ['members nobody knows', { custom: { deep: [null, false, ''] }, 'other-thing': 0 }],
    ['members called like prototypes', JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
  ];
  for (const [what, sent, stored = sent] of accepted)
    test(what, () => assert.equal(JSON.stringify(read(sent)), JSON.stringify(stored)));

  for (const license of LICENSES)
    test(`the licence ${license}`, () => assert.deepEqual(read({ license }), { license }));

  test('client, up to 64 KiB', () =>
    assert.doesNotThrow(() => read({ client: { a: 'x'.repeat(64 * 1024 - 8) } })));

  test('not where it is null', () => {
    for (const name of [
      'id',
      'description',
      'owner',
      'shared',
      'copyright',
      'license',
      'client',
      'searchableProperties',
      'processors',
      'packages',
      'tags',
      'cacheTTL',
    ])
      assert.deepEqual(read({ [name]: null }), {}, name);
  });
});

describe('a field of a space is refused', () => {
  const refused: [what: string, sent: object, message: RegExp, kind?: FaultKind][] = [
    ['an empty id', { id: '' }, /^id must be 1 to 255/],
    ['an id that is too long', { id: 'a'.repeat(256) }, /^id must be/],
    ['an id that begins with a dot', { id: '.a' }, /^id must be/],
    ['an id that begins with a dash', { id: '-a' }, /^id must be/],
    ['an id with a slash', { id: 'a/b' }, /^id must be/],
    ['an id with a blank', { id: 'a b' }, /^id must be/],
    ['an id with a line end', { id: 'a\n' }, /^id must be/],
    ['an id with a letter of another script', { id: 'né' }, /^id must be/],
    ['an id that is a number', { id: 5 }, /^id must be/],
    ['an empty title', { title: '' }, /^title must be a non-empty string/],
    ['a title that is a number', { title: 5 }, /^title must be/],
    ['title null', { title: null }, /^title must be/],
    ['a description that is a number', { description: 5 }, /^description must be a string/],
    ['shared as a number', { shared: 1 }, /^shared must be true or false/],
    ['shared as another text', { shared: 'TRUE' }, /^shared must be/],
    ['readOnly as text', { readOnly: 'true' }, /^readOnly must be true or false/],
    ['copyright as an object', { copyright: {} }, /^copyright must be an array/],
    ['a copyright as text', { copyright: ['x'] }, /^copyright\[0\] must be an object/],
    ['a label that is a number', { copyright: [{ label: 5 }] }, /^copyright\[0\]\.label must be a string/],
    ['an alt that is null', { copyright: [{}, { alt: null }] }, /^copyright\[1\]\.alt must be a string/],
    ['an unknown licence', { license: 'GPL' }, /^license must be one of AFL-3\.0, /],
    ['a licence in lower case', { license: 'mit' }, /^license must be/],
    ['a licence that is a number', { license: 5 }, /^license must be/],
    ['client as an array', { client: [] }, /^client must be an object/],
    [
      'client over 64 KiB',
      { client: { a: 'x'.repeat(64 * 1024) } },
      /^client is 65544 bytes long, more than the 65536/,
    ],
    ['client over 64 KiB in bytes', { client: { a: 'é'.repeat(33 * 1024) } }, /^client is \d+ bytes long/],
    [
      'searchableProperties as a list',
      { searchableProperties: ['a'] },
      /^searchableProperties must be an object/,
    ],
    [
      'searchableProperties of another type',
      { searchableProperties: { 'a.b': 'true' } },
      /^searchableProperties\.a\.b must be true or false/,
    ],
    [
      'sortableProperties as names',
      { sortableProperties: ['a'] },
      /^sortableProperties\[0\] must be an array/,
    ],
    [
      'sortableProperties of numbers',
      { sortableProperties: [['a', 1]] },
      /^sortableProperties\[0\]\[1\] must be a string/,
    ],
    ['storage null', { storage: null }, /^storage must be an object/],
    ['storage as text', { storage: 'psql' }, /^storage must be an object/],
    ['storage without an id', { storage: {} }, /^storage\.id must be a string/],
    [
      'storage with odd params',
      { storage: { id: 'psql', params: [] } },
      /^storage\.params must be an object/,
    ],
    [
      'an unknown storage',
      { storage: { id: 'here-be-dragons' } },
      /^the storage "here-be-dragons" does not exist/,
      'notFound',
    ],
    ['processors as text', { processors: 'x' }, /^processors must be an object/],
    ['a processor that is no list', { processors: { a: {} } }, /^processors\.a must be an array/],
    ['a processor that is a text', { processors: { a: ['x'] } }, /^processors\.a\[0\] must be an object/],
    [
      'odd params of a processor',
      { processors: { a: [{ params: 5 }] } },
      /^processors\.a\[0\]\.params must be an object/,
    ],
    [
      'odd event types',
      { listeners: { a: [{ eventTypes: 'x' }] } },
      /^listeners\.a\[0\]\.eventTypes must be an array/,
    ],
    ['an odd order', { listeners: { a: [{ order: '1' }] } }, /^listeners\.a\[0\]\.order must be a number/],
    ['a listed processor without an id', { processors: [{}] }, /^processors\[0\]\.id must be a string/],
    ['packages as text', { packages: 'maps' }, /^packages must be an array/],
    ['a tag that is a number', { tags: ['a', 5] }, /^tags\[1\] must be a string/],
    ['enableUUID as a number', { enableUUID: 1 }, /^enableUUID must be true or false/],
    ['enableHistory as another text', { enableHistory: 'yes' }, /^enableHistory must be/],
    ['versionsToKeep below 0', { versionsToKeep: -1 }, /^versionsToKeep must be a whole number/],
    ['versionsToKeep with a fraction', { versionsToKeep: '1.5' }, /^versionsToKeep must be/],
    ['cacheTTL as text', { cacheTTL: '5' }, /^cacheTTL must be a number of milliseconds/],
    ['cacheTTL below -1', { cacheTTL: -2 }, /^cacheTTL must be/],
  ];
  for (const [what, sent, message, kind = 'invalid'] of refused)
    test(what, () => assert.throws(() => read(sent), isFault(kind, message)));

  test('a definition without a title', () =>
    assert.throws(() => readDefinition({}), isFault('invalid', /^title is missing/)));
  for (const value of [null, [], 'x', 5])
    test(`a definition that is ${JSON.stringify(value)}`, () =>
      assert.throws(() => readDefinition(value), isFault('invalid', /must be a JSON object/)));
});

describe('a patch', () => {
  test('keeps its nulls, which remove', () =>
    assert.deepEqual(readPatch({ description: null, a: { b: null } }), {
      description: null,
      a: { b: null },
    }));
  test('loses what only the server may say', () =>
    assert.deepEqual(
      readPatch({ cid: 'x', createdAt: 1, updatedAt: 2, contentUpdatedAt: 3, rights: [], title: 'y' }),
      { title: 'y' },
    ));
  test('may list its processors', () =>
    assert.deepEqual(readPatch({ processors: [{ id: 'a' }] }), { processors: { a: [{}] } }));
  for (const name of ['title', 'storage'])
    test(`can not remove ${name}`, () =>
      assert.throws(
        () => readPatch({ [name]: null }),
        isFault('invalid', new RegExp(`^${name} can't be removed`)),
      ));
  for (const value of [null, [], 'x'])
    test(`can not be ${JSON.stringify(value)}`, () =>
      assert.throws(() => readPatch(value), isFault('invalid', /must be a JSON object/)));
  test('is checked where it was merged', () =>
    assert.throws(() => readFields({ title: 'x', tags: 'y' }), isFault('invalid', /^tags must be an array/)));
});

const ALL = { isManaged: true, hasImport: true };

describe('a response', () => {
  test('leaves out named fields that are empty, false or null', () => {
    const blank = {
      description: '',
      shared: false,
      readOnly: false,
      copyright: [],
      client: {},
      tags: [],
      packages: [],
      processors: {},
      enableUUID: false,
      license: null,
    };
    assert.deepEqual(shownDefinition({ id: 'x', title: 't', ...blank }, ALL), { id: 'x', title: 't' });
  });
  test('does not touch what is inside of them, nor other members', () => {
    const definition = {
      title: 't',
      client: { a: null, b: '', c: [] },
      custom: false,
      other: [],
      more: null,
      versionsToKeep: 0,
    };
    assert.deepEqual(shownDefinition(definition, ALL), definition);
  });
  test('is a copy', () => {
    const definition = { title: 't', shared: false };
    shownDefinition(definition, ALL);
    assert.deepEqual(definition, { title: 't', shared: false });
  });
});

function isFault(kind: FaultKind, message: RegExp) {
  return (error: unknown): true => {
    assert.ok(error instanceof Fault, `a fault, not ${error}`);
    assert.equal(error.kind, kind);
    assert.match(error.message, message);
    return true;
  };
}
