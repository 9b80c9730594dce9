import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { flipBytes } from './harness/damage.ts';
import { ENGINE } from './harness/engine.ts';
import { feature } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

/** Ways to lose the file of a space. On PostgreSQL spaces have none. */
const FAULTS: [what: string, harm: (path: string) => void][] = [
  [
    'damaged',
    (path) => {
      const file = openSync(path, 'r+');
      writeSync(file, Buffer.alloc(4096, 'x'), 0, 4096, 0);
      closeSync(file);
    },
  ],
  ['missing', (path) => rmSync(path)],
  ['damaged', (path) => writeFileSync(path, 'no database'.repeat(1000))],
  ['damaged', (path) => truncateSync(path, 9000)],
  ['damaged', (path) => flipBytes(path)],
  ['empty', (path) => truncateSync(path, 0)],
];

async function spaceIds(hub: Hub): Promise<string[]> {
  const { status, body, text } = await hub.get<{ id: string }[]>('/hub/spaces');
  assert.equal(status, 200, text);
  return body.map(({ id }) => id).sort();
}

for (const [what, harm] of ENGINE === 'embedded' ? FAULTS : [])
  describe(`where the file of one space is ${what} (${harm})`, async () => {
    const first = await startHub();
    const [broken, sound] = [await newSpace(first), await newSpace(first)];
    for (const space of [broken, sound]) await space.load(feature('a', { n: 1 }));
    await first.stop();
    const folder = join(first.data, 'spaces');
    for (const name of readdirSync(folder).filter((one) => one.startsWith(broken.id)))
      harm(join(folder, name));
    const hub = await startHub({ data: first.data });

    test('all spaces are listed, and the others work', async () => {
      assert.deepEqual(await spaceIds(hub), [broken.id, sound.id].sort());
      assert.equal((await hub.get(`${sound.features}/a`)).status, 200);
      assert.equal((await hub.put(sound.features, feature('b'))).status, 200);
    });

    test('the broken one says what is wrong to whoever reads or writes it', async () => {
      for (const path of [`${broken.features}/a`, `${broken.path}/search`, `${broken.path}/count`])
        assertRefused(await hub.get(path), 503, what, 'backup');
      assertRefused(await hub.put(broken.features, feature('b')), 503, what);
    });

    test('it can be deleted, and made again', async () => {
      assert.equal((await hub.delete(broken.path)).status, 204);
      assert.deepEqual(await spaceIds(hub), [sound.id]);
      const again = await newSpace(hub, { id: broken.id });
      await again.load(feature('a'));
      assert.deepEqual(await again.search(), ['a']);
    });
  });
