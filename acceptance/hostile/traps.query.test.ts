import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, type Space } from '../harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
let space: Space;
before(async () => {
  space = await newSpace(hub);
  await space.load({ id: 'a', properties: { n: 1 } }, { id: 'b' });
});

const NO_LIMITS = [
  'Infinity',
  '-Infinity',
  'NaN',
  '1e999',
  '1e3',
  '-1',
  '0',
  '100001',
  '1.5',
  'abc',
  '0x10',
  '1,2',
];

describe('a limit that is no whole number from 1 to 100000 is refused by name', () => {
  for (const call of ['search', 'iterate']) {
    for (const limit of NO_LIMITS) {
      test(`${call}?limit=${limit}`, async () => {
        assertRefused(await hub.get(`${space.path}/${call}?limit=${limit}`), 400, 'limit');
      });
    }
  }
});

const BAD_QUERIES: [query: string, names: string][] = [
  ['iterate?handle=abc', 'handle'],
  ['iterate?handle=-1', 'handle'],
  ['iterate?handle=1.5', 'handle'],
  ['iterate?handle=1e3', 'handle'],
  ['iterate?handle=99999999999999999999999999', 'handle'],
  ["iterate?handle=0'--", 'handle'],
  ['iterate?part=0,2', 'part'],
  ['iterate?part=3,2', 'part'],
  ['iterate?part=1', 'part'],
  ['iterate?part=1,0', 'part'],
  ['iterate?part=a,b', 'part'],
  ['iterate?part=1,2,3', 'part'],
  ['iterate?part=1e0,2', 'part'],
  ['iterate?part=Infinity,Infinity', 'part'],
  ['iterate?sort=p.n:sideways', 'sort'],
  ['search?force2D=yes', 'force2D'],
  ['search?force2D=1', 'force2D'],
  ['search?skipCache=maybe', 'skipCache'],
  ['statistics?skipCache=banana', 'skipCache'],
  ['features/a?force2D=2', 'force2D'],
];

describe('a parameter of the wrong form is refused by name', () => {
  for (const [query, names] of BAD_QUERIES) {
    test(query, async () => {
      assertRefused(await hub.get(`${space.path}/${query}`), 400, names);
    });
  }
});

const BAD_WRITES = [
  'transactional=perhaps',
  'e=explode',
  'ne=patch',
  'cr=merge',
  'e=__proto__',
  'ne=constructor',
];

describe('a write with a parameter of the wrong form is refused by name and writes nothing', () => {
  for (const query of BAD_WRITES) {
    test(query, async () => {
      const [name = ''] = query.split('=');
      assertRefused(await hub.post(`${space.features}?${query}`, { type: 'Feature', id: 'new' }), 400, name);
      assert.deepEqual(await space.search(), ['a', 'b']);
    });
  }
});

const SCALARS: [path: string, query: string][] = [
  ['search', 'limit=1&limit=2'],
  ['search', 'limit=1&limit=1'],
  ['search', 'force2D=true&force2D=false'],
  ['search', 'skipCache=true&skipCache=true'],
  ['iterate', 'handle=0&handle=1'],
  ['iterate', 'limit=1&force2D=true&limit=2'],
];

describe('a scalar parameter sent twice is refused by name', () => {
  for (const [call, query] of SCALARS) {
    test(`${call}?${query}`, async () => {
      const [name = ''] = query.split('=');
      assertRefused(await hub.get(`${space.path}/${call}?${query}`), 400, name);
    });
  }

  for (const query of [
    'transactional=true&transactional=false',
    'e=patch&e=replace',
    'ne=create&ne=error',
    'prefixId=a&prefixId=b',
  ]) {
    test(`POST features?${query}`, async () => {
      const [name = ''] = query.split('=');
      assertRefused(await hub.post(`${space.features}?${query}`, { type: 'Feature', id: 'new' }), 400, name);
      assert.deepEqual(await space.search(), ['a', 'b']);
    });
  }
});

test('a sum of ten thousand terms is refused', async () => {
  const filter = encodeURIComponent(`${'n+'.repeat(10_000)}1=1`);
  assertRefused(await hub.get(`${space.path}/search?filter=${filter}`), 400, 'operands');
});
