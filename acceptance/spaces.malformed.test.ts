import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId, type SpaceDefinition } from './harness/space.ts';

const hub = await sharedHub();

/** Field by field what is not a definition; the message names the field. */
const WRONG: Record<string, unknown[]> = {
  id: ['', 'a b', '-a', '_a', '.a', '~a', 'a/b', '../a', 'ä', 'aé', 'a\u0000b', 'a'.repeat(256), 5, true, {}],
  title: [undefined, null, '', 5, true, [], {}],
  description: [5, true, [], {}],
  shared: ['yes', '', 1, 0, [], {}],
  readOnly: ['true', 'false', 1, {}],
  copyright: ['me', {}, ['me'], [5], [{ label: 5 }], [{ label: 'a', alt: [] }]],
  license: ['Beerware', 'mit', 5, ['MIT']],
  client: ['x', 5, [], { text: 'x'.repeat(65536) }],
  searchableProperties: ['name', ['name'], { name: 'yes' }, { name: 1 }],
  sortableProperties: ['name', { name: true }, ['name'], [[5]]],
  storage: [null, 'sqlite', 5, [], {}, { id: 5 }],
  processors: ['x', 5, { a: 'x' }, [5]],
  listeners: ['x', 5, { a: 'x' }, [5]],
  packages: ['x', {}, [5], [null]],
  tags: ['x', {}, [5], [null]],
  enableUUID: ['maybe', 1, []],
  enableHistory: ['maybe', 1, []],
  versionsToKeep: ['many', {}, []],
  cacheTTL: ['long', true, []],
};

describe('a definition with a wrong field is refused on POST and PATCH', async () => {
  const space = await newSpace(hub);
  for (const [field, values] of Object.entries(WRONG)) {
    for (const value of values) {
      const shown = JSON.stringify(value)?.slice(0, 40) ?? 'missing';
      test(`POST ${field}: ${shown}`, async () => {
        assertRefused(await hub.post('/hub/spaces', { title: 'x', [field]: value }), 400, field);
      });
      // A PATCH without the field changes nothing, so there is nothing wrong with it.
      if (value === undefined) continue;
      test(`PATCH ${field}: ${shown}`, async () => {
        assertRefused(await hub.patch(space.path, { [field]: value }), 400, field);
      });
    }
  }

  test('and the space is as it was', async () => {
    assert.deepEqual(await space.definition(), space.created);
  });
});

describe('a body that is no definition is refused', async () => {
  const space = await newSpace(hub);
  for (const body of [
    '',
    '{',
    '{"title":',
    '[]',
    '"x"',
    '5',
    'null',
    'true',
    '{"title":"x"} {}',
    '{title:"x"}',
    "{'title':'x'}",
  ]) {
    test(`POST and PATCH ${body === '' ? 'nothing' : body}`, async () => {
      assertRefused(await hub.post('/hub/spaces', body), 400);
      assertRefused(await hub.patch(space.path, body), 400);
    });
  }
});

test('an unknown storage is a 404 that names it', async () => {
  const response = await hub.post('/hub/spaces', { title: 'x', storage: { id: 'no-such-store' } });
  assertRefused(response, 404, 'no-such-store');
});

describe('the client member', () => {
  const withSize = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

  test('may be 64 KiB', async () => {
    const space = await newSpace(hub, { client: withSize(65536) });
    assert.deepEqual((await space.definition()).client, withSize(65536));
  });

  test('may not be a byte more', async () => {
    assertRefused(await hub.post('/hub/spaces', { title: 'x', client: withSize(65537) }), 400, 'client');
  });

  test('is measured in bytes, not characters', async () => {
    assertRefused(
      await hub.post('/hub/spaces', { title: 'x', client: { text: 'é'.repeat(40_000) } }),
      400,
      'client',
    );
  });

  test('may not grow beyond that by merging', async () => {
    const space = await newSpace(hub, { client: { first: 'x'.repeat(40_000) } });
    assertRefused(await hub.patch(space.path, { client: { second: 'x'.repeat(40_000) } }), 400, 'client');
  });
});

describe('licences', () => {
  const LICENSES =
    'AFL-3.0 Apache-2.0 Artistic-2.0 BSL-1.0 BSD-2-Clause BSD-3-Clause BSD-3-Clause-Clear CC0-1.0 CC-BY-4.0 CC-BY-SA-4.0 ' +
    'WTFPL ECL-1.0 ECL-2.0 EUPL-1.1 AGPL-3.0-only GPL-2.0-only GPL-3.0-only LGPL-2.1-only LGPL-3.0-only ISC LPPL-1.3c ' +
    'MS-PL MIT MPL-2.0 OSL-3.0 PostgreSQL OFL-1.1 NCSA Unlicense Zlib ODbL-1.0';
  for (const license of LICENSES.split(' ')) {
    test(`${license} is known`, async () => {
      const response = await hub.post<SpaceDefinition>('/hub/spaces', {
        id: newSpaceId(),
        title: 'x',
        license,
      });
      assert.equal(response.status, 200, response.text);
      assert.equal(response.body.license, license);
    });
  }
});
