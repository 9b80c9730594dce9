import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId, type SpaceDefinition } from './harness/space.ts';

const hub = await sharedHub();

const create = (definition: unknown) => hub.post<SpaceDefinition>('/hub/spaces', definition);

describe('creating a space', () => {
  test('answers 200 and the space, with what the server sets and nothing else', async () => {
    const before = Date.now();
    const response = await create({ title: 'Trees' });
    assert.equal(response.status, 200);
    assert.match(response.headers['content-type'] ?? '', /^application\/json; ?charset=utf-8$/i);
    const { id, owner, createdAt, updatedAt, contentUpdatedAt, cid: _, ...rest } = response.body;
    assert.match(id, /^[A-Za-z0-9]{8}$/);
    assert.ok(typeof owner === 'string' && owner !== '');
    assert.ok(createdAt >= before && createdAt <= Date.now());
    assert.equal(updatedAt, createdAt);
    assert.equal(contentUpdatedAt, createdAt);
    assert.deepEqual(rest, { title: 'Trees' });
  });

  test('generates a different id each time', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ title: 'x' })));
    assert.equal(new Set(responses.map((response) => response.body.id)).size, 20);
  });

  test('returns every named field and every unknown member as it was sent', async () => {
    const definition = {
      id: newSpaceId(),
      title: 'Everything',
      description: 'all fields',
      shared: true,
      readOnly: true,
      copyright: [{ label: 'me', alt: 'myself' }],
      license: 'ODbL-1.0',
      client: { colour: 'red', none: null, no: false, empty: {}, list: [] },
      searchableProperties: { name: true, 'a.b': false },
      sortableProperties: [['name'], ['a', 'b']],
      packages: ['one', 'two'],
      tags: ['three'],
      versionsToKeep: 1,
      cacheTTL: -1,
      'x-unknown': { deep: [1, null, { a: false }] },
      unknownNull: null,
      unknownEmpty: '',
      unknownFalse: false,
    };
    const response = await create(definition);
    assert.equal(response.status, 200, response.text);
    const { owner: _o, cid: _c, createdAt: _a, updatedAt: _u, contentUpdatedAt: _t, ...rest } = response.body;
    assert.deepEqual(rest, definition);
    assert.deepEqual((await hub.get(`/hub/spaces/${definition.id}`)).body, response.body);
  });

  test('omits named fields that are empty, false or null', async () => {
    const response = await create({
      title: 'Sparse',
      description: '',
      shared: false,
      readOnly: false,
      copyright: [],
      license: null,
      client: {},
      searchableProperties: {},
      sortableProperties: [],
      processors: {},
      listeners: {},
      packages: [],
      tags: [],
      enableUUID: false,
      enableHistory: false,
    });
    assert.equal(response.status, 200, response.text);
    const {
      id: _i,
      owner: _o,
      cid: _c,
      createdAt: _a,
      updatedAt: _u,
      contentUpdatedAt: _t,
      ...rest
    } = response.body;
    assert.deepEqual(rest, { title: 'Sparse' });
  });

  test('times sent by the client are not taken over', async () => {
    const response = await create({ title: 'x', createdAt: 1, updatedAt: 2, contentUpdatedAt: 3 });
    assert.ok(response.body.createdAt > 1000 && response.body.updatedAt > 1000);
    assert.equal(response.body.contentUpdatedAt, response.body.createdAt);
  });

  for (const [field, sent, answered] of [
    ['shared', 'true', true],
    ['shared', 'false', undefined],
    ['enableUUID', 'true', true],
    ['enableUUID', 'false', undefined],
    ['enableHistory', 'true', true],
    ['enableHistory', 'false', undefined],
  ] as const) {
    test(`${field} may be the string "${sent}" and is answered as ${answered ?? 'nothing'}`, async () => {
      const response = await create({ title: 'x', [field]: sent });
      assert.equal(response.status, 200, response.text);
      assert.equal(response.body[field], answered);
    });
  }

  test('processors given as an array are answered as a map', async () => {
    const params = { taggingRules: { big: '$.features[?(@.properties.area>=500)]' } };
    const processor = { params, eventTypes: ['ModifyFeaturesEvent.request'], order: 0 };
    const listed = await create({ title: 'x', processors: [{ id: 'rule-tagger', ...processor }] });
    assert.equal(listed.status, 200, listed.text);
    assert.deepEqual(listed.body.processors, { 'rule-tagger': [processor] });
    const mapped = await create({ title: 'x', processors: { 'rule-tagger': [processor] } });
    assert.deepEqual(mapped.body.processors, { 'rule-tagger': [processor] });
  });

  test('processors and listeners that are null are left out, whatever their id', async () => {
    const listeners = { ' ': null, 'activity-log': null };
    const { status, body } = await create({ title: 'x', listeners, processors: { 'rule-tagger': null } });
    assert.equal(status, 200);
    assert.equal(body.listeners, undefined);
    assert.equal(body.processors, undefined);
  });

  test('an owner may name themselves', async () => {
    const { owner } = (await create({ title: 'x' })).body;
    assert.equal((await create({ title: 'x', owner })).body.owner, owner);
  });

  test('a space answers its definition without the store that the server chose', async () => {
    const space = await newSpace(hub);
    assert.equal('storage' in (await space.definition()), false);
  });
});

describe('the id of a space', () => {
  for (const id of [
    'a',
    '7',
    `A${newSpaceId()}`,
    `${newSpaceId()}._~-`,
    `${newSpaceId()}..`,
    `a${'b'.repeat(254)}`,
  ]) {
    test(`may be ${id.length > 40 ? `${id.length} characters long` : id}`, async () => {
      const response = await create({ id, title: 'x' });
      assert.equal(response.status, 200, response.text);
      assert.equal(response.body.id, id);
      assert.equal((await hub.get<SpaceDefinition>(`/hub/spaces/${id}`)).body.id, id);
    });
  }

  test('that is taken is refused with 409 and the first space stays', async () => {
    const { id, path } = await newSpace(hub, { title: 'first' });
    assertRefused(await create({ id, title: 'second' }), 409, id);
    assert.equal((await hub.get<SpaceDefinition>(path)).body.title, 'first');
  });

  test('distinguishes upper and lower case', async () => {
    const id = newSpaceId();
    await newSpace(hub, { id, title: 'lower' });
    await newSpace(hub, { id: id.toUpperCase(), title: 'upper' });
    assert.equal((await hub.get<SpaceDefinition>(`/hub/spaces/${id}`)).body.title, 'lower');
    assert.equal((await hub.get<SpaceDefinition>(`/hub/spaces/${id.toUpperCase()}`)).body.title, 'upper');
  });

  test('is created once when two ask for it at the same time', async () => {
    const id = newSpaceId();
    const responses = await Promise.all(Array.from({ length: 5 }, () => create({ id, title: 'x' })));
    assert.deepEqual(responses.map((response) => response.status).sort(), [200, 409, 409, 409, 409]);
  });

  for (const id of ['never-created', 'a%20b', '%2E%2E', '..%2Fhub', 'x'.repeat(300), '%00', "a'b"]) {
    test(`that does not exist is a 404: ${id.slice(0, 20)}`, async () => {
      assertMissing(await hub.get(`/hub/spaces/${id}`));
    });
  }
});
