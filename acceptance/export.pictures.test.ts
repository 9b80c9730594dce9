// Embedded engine only: what differs from other exports is the writer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newUser } from './harness/command.ts';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();
const space = await newSpace(hub);
const square = (x: number) => ({
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x, 50],
        [x + 1, 50],
        [x + 1, 51],
        [x, 50],
      ],
    ],
  },
  properties: { x },
});
await hub.put(`${space.path}/features`, { type: 'FeatureCollection', features: [square(7), square(9)] });

const ask = (query: string) =>
  fetch(`${hub.url}${space.path}/export?${query}`, { headers: { Authorization: `Bearer ${hub.token}` } });
const count = (svg: string) => svg.match(/<path class="a"/g)?.length ?? 0;

test('a space is drawn as SVG, whole or in part, in the width that is asked for', async () => {
  const response = await ask('format=svg');
  assert.equal(response.headers.get('content-type'), 'image/svg+xml');
  assert.match(response.headers.get('content-disposition')!, /\.svg"$/);
  const svg = await response.text();
  assert.match(svg, /^<svg [^>]*width="1024"/);
  assert.equal(count(svg), 2);
  const part = await (await ask('format=svg&width=300&west=6&south=49&east=8.5&north=52')).text();
  assert.match(part, /^<svg [^>]*width="300"/);
  assert.equal(count(part), 1);
  assert.equal(count(await (await ask('format=svg&p.x=9')).text()), 1);
});

test('a space is drawn as PNG', async () => {
  const response = await ask('format=png&width=64');
  assert.equal(response.headers.get('content-type'), 'image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.deepEqual([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16)], ['PNG', 64]);
});

test('a width that is too large, or for a file, is refused', async () => {
  for (const [query, reason] of [
    ['format=png&width=5000', /width/],
    ['format=csv&width=500', /width=500 goes with format=svg and format=png only/],
  ] as const) {
    const response = await ask(query);
    assert.equal(response.status, 400);
    assert.match(await response.text(), reason);
  }
});

test('the command writes them, by the ending of the file', async () => {
  const user = newUser(hub);
  const { code, out, err } = await user.run('export', space.id, '-o', 'map.png', '--width', '100');
  assert.equal(code, 0, err);
  assert.match(out, /^map\.png: .* as PNG picture, /);
  assert.equal(readFileSync(join(user.folder, 'map.png')).readUInt32BE(16), 100);
  const svg = await user.run('export', space.id, '--format', 'svg', '--bbox', '6,49,8.5,52');
  assert.equal(count(svg.out), 1, svg.err);
  const wrong = await user.run('export', space.id, '-o', 'a.csv', '--width', '100');
  assert.deepEqual([wrong.code, /--width is for pictures/.test(wrong.err)], [2, true]);
});
