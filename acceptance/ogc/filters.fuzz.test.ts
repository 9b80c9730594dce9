import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomCases } from '../../testing/effort.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace } from '../harness/space.ts';
import { mutated, randomFilter } from './random-filter.ts';
import { assertException } from './support.ts';

const REQUESTS = randomCases(600);
const AT_ONCE = 4;
const TIME_LIMIT_MS = 20_000;

const hub = await startHub({
  settings: { MERIDIAN_LOG_LEVEL: 'error', MERIDIAN_QUERY_TIMEOUT_MS: `${TIME_LIMIT_MS}` },
});
const random = new Random(seed);
const [space, emptied] = [await newSpace(hub), await newSpace(hub)];
for (const { load } of [space, emptied])
  await load(
    ...Array.from({ length: 60 }, (_, i) =>
      feature(
        `f${i}`,
        {
          ...{ n: i % 2 ? i : `${i}`, name: `text ${i}`, a: { b: i % 7 }, größe: i / 3 },
          ...(i % 3 ? { at: `20${10 + i}-01-01`, list: [i, 'x', null] } : { at: i * 1e10, list: 'x' }),
        },
        { geometry: i % 5 ? { type: 'Point', coordinates: [i * 3, i] } : null },
      ),
    ),
  );
/** Every route that takes a filter. */
const ROUTES: readonly [method: 'GET' | 'DELETE', path: string][] = [
  ['GET', `/ogc/collections/${space.id}/items?limit=7`],
  ['GET', `/ogc/collections/${space.id}/tiles/WorldCRS84Quad/0/0/1?f=mvt`],
  ['GET', `${space.path}/search?limit=7`],
  ['GET', `${space.path}/iterate?limit=7`],
  ['GET', `${space.path}/count?`],
  ['GET', `${space.path}/bbox?west=-10&south=-10&east=90&north=60`],
  ['GET', `${space.path}/tile/web/0/0/0.mvt?`],
  ['GET', `${space.path}/spatial?lat=10&lon=30&radius=2000000`],
  ['GET', `${space.path}/export?`],
  ['DELETE', `${emptied.features}?`],
];

test(`${REQUESTS} random filters get no 5xx, in time (seed ${seed})`, { timeout: 3_600_000 }, async (t) => {
  const faults: string[] = [];
  const counts = new Map<string, number>();
  let left = REQUESTS;
  const sender = async () => {
    while (left-- > 0) {
      const { method, path, kind } = anyRequest();
      const started = performance.now();
      const { status, text } = await hub.request<unknown>(method, path);
      const ms = performance.now() - started;
      const outcome = status < 300 ? 200 : status;
      counts.set(`${kind} ${outcome}`, (counts.get(`${kind} ${outcome}`) ?? 0) + 1);
      if (![200, 204, 400].includes(status) || ms > TIME_LIMIT_MS)
        faults.push(`${status} after ${ms.toFixed(0)} ms: ${text.slice(0, 200)} for ${method} ${path}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  t.diagnostic(JSON.stringify([...counts].sort()));
  assert.deepEqual(faults, []);
  assert.ok((counts.get('grown 200') ?? 0) > REQUESTS / 8, 'a good part of what the grammar has is answered');
  assert.ok((counts.get('mutated 400') ?? 0) > REQUESTS / 8, 'and a good part of what is broken is refused');
});

function anyRequest(): { method: string; path: string; kind: 'grown' | 'mutated' } {
  const isJson = random.next() < 0.4;
  const filter = randomFilter(random);
  const written = isJson ? JSON.stringify(filter.json) : filter.text;
  const kind = random.pick(['grown', 'mutated'] as const);
  const bytes = kind === 'grown' ? Buffer.from(written) : mutated(random, written);
  const language = `&filter-lang=cql2-${isJson ? 'json' : 'text'}`;
  const [method, path] = random.pick(ROUTES);
  return { method, path: `${path}${language}&filter=${percentEncoded(bytes)}`, kind };
}

/** Also what is not UTF-8. */
function percentEncoded(bytes: Buffer): string {
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

describe('a filter beyond the limits is refused', () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }).reduce<unknown>((args) => ({ op: 'not', args: [args] }), true);
  const CASES: [what: string, language: 'text' | 'json', filter: string, ...culprits: string[]][] = [
    ['nested in brackets', 'text', `${'('.repeat(101)}n=1${')'.repeat(101)}`, '100 levels'],
    ['nested in NOT', 'text', `${'NOT '.repeat(2000)}TRUE`, '100 levels'],
    ['nested in functions', 'text', `${'CASEI('.repeat(1000)}name`, '100 levels'],
    ['nested in intervals', 'text', `T_AFTER(${'INTERVAL('.repeat(1000)}`, '100 levels'],
    ['nested in signs', 'text', `n = ${'-'.repeat(2000)}1`, '100 levels'],
    ['nested as JSON', 'json', JSON.stringify(nested(101)), '100 levels'],
    ['nested as JSON that is not closed', 'json', '['.repeat(5000)],
    ['with too many operands', 'text', `n IN (1${',1'.repeat(5000)})`, '5003', '5000'],
  ];
  for (const [what, language, filter, ...culprits] of CASES)
    test(what, async () => {
      const query = `filter-lang=cql2-${language}&filter=${encodeURIComponent(filter).replaceAll('%2C', ',')}`;
      const items = await hub.get(`/ogc/collections/${space.id}/items?${query}`);
      assertException(items, 400, 'filter', ...culprits);
      assert.equal((await hub.get(`${space.path}/search?${query}`)).status, 400);
    });
});
