import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress, webServer } from '../testing/web-server.ts';

const page = (from: number, next: string | undefined, numberMatched = 4) =>
  JSON.stringify({
    type: 'FeatureCollection',
    numberMatched,
    features: [from, from + 1].map((n) => ({
      type: 'Feature',
      id: `f${n}`,
      geometry: { type: 'Point', coordinates: [n, 1] },
      properties: { big: n },
    })),
    links: next === undefined ? [] : [{ rel: 'next', type: 'application/geo+json', href: next }],
  });

test('pages are read along their links, whether these are whole addresses or not', async () => {
  const asked: string[] = [];
  const url = await webServer(({ pathname, search }, response) => {
    asked.push(pathname + search);
    response.end(search.includes('at=2') ? page(2, undefined) : page(0, '?at=2'));
  });
  const { records } = await readAddress(`${url}/collections/lakes`);
  assert.deepEqual(
    records.map(({ feature }) => feature?.id),
    ['f0', 'f1', 'f2', 'f3'],
  );
  assert.deepEqual(asked, ['/collections/lakes/items?limit=1000', '/collections/lakes/items?at=2']);
});

test('a link to a page that was read, and fewer features than the server counts, are reported', async () => {
  const loop = await webServer((_url, response) => void response.end(page(0, '?limit=1000')));
  await assert.rejects(readAddress(`${loop}/collections/a/items`), /next page that was read before/);
  const short = await webServer((_url, response) => void response.end(page(0, undefined)));
  await assert.rejects(readAddress(`${short}/collections/a`), /has 4 features, but its pages had 2/);
});
