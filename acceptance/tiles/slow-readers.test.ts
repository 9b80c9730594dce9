import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';

const FEATURES = 20_000;
const BATCH = 5000;

test('a large tile that is rebuilt arrives whole at clients of all speeds', async () => {
  const hub = await startHub();
  const space = await newSpace(hub);
  const text = 'x'.repeat(400);
  for (let from = 0; from < FEATURES; from += BATCH)
    await space.load(
      ...Array.from({ length: BATCH }, (_, i) => ({
        id: `f${from + i}`,
        geometry: { type: 'Point', coordinates: [(from + i) / 1000, 10] },
        properties: { text: `${from + i} ${text}` },
      })),
    );
  const address = `${hub.url}${space.path}/tile/web/0_0_0.mvt?limit=100000&skipCache=true`;
  /** Takes in nothing for a while; the bytes of the body. */
  const readAfter = async (waitMs: number): Promise<Buffer> => {
    const request = get(address, { headers: { authorization: `Bearer ${hub.token}` } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await pause(waitMs);
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  };
  const tile = await readAfter(0);
  assert.ok(tile.length > FEATURES * text.length, `${tile.length} bytes`);
  assert.equal(readVectorTile(tile)[0]!.features.length, FEATURES);
  for (const other of await Promise.all([300, 0, 50, 0, 100].map(readAfter))) assert.ok(other.equals(tile));
});
