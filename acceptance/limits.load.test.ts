import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { departed } from './harness/departed.ts';
import { collection, feature } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { metric } from './harness/metrics.ts';
import { ADMIN, ADMIN_SETTINGS, signedIn } from './harness/people.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

/** A query that looks at every feature and finds none. */
const SCAN = 'search?p.text=none&p.n!=5&sort=p.n:desc&skipCache=true';

/** One that has to look at every geometry, also when columns have been built that know the properties. */
const LONG_SCAN = `search?filter=${encodeURIComponent('S_CROSSES(geometry, LINESTRING(-180 -90, 180 90))')}&skipCache=true`;

async function scannable(hub: Hub) {
  const space = await newSpace(hub);
  for (let from = 0; from < 60_000; from += 20_000)
    await space.load(
      ...Array.from({ length: 20_000 }, (_, n) => feature(`f${from + n}`, { n, text: `text ${n}` })),
    );
  return space;
}

describe('queries', async () => {
  const hub = await startHub({
    settings: {
      ...ADMIN_SETTINGS,
      MERIDIAN_READER_THREADS: '1',
      MERIDIAN_MAX_CONCURRENT_READS: '2',
      MERIDIAN_MAX_QUEUED_READS: '10',
    },
  });
  const space = await scannable(hub);
  const polite = await (await signedIn(hub, ADMIN)).token();

  test('that are too many are refused with 503, and the rest are answered', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => hub.get(`${space.path}/${SCAN}`)));
    const refused = responses.filter(({ status }) => status === 503);
    assert.ok(refused.length >= 20 && refused.length <= 29, `refused: ${refused.length}`);
    assertRefused(refused[0]!, 503, 'reads');
    assert.equal(refused[0]!.headers['retry-after'], '1');
    assert.equal(responses.filter(({ status }) => status === 200).length, 40 - refused.length);
    assert.equal(await metric(hub, 'meridian_reads_waiting'), 0);
    assert.equal(await metric(hub, 'meridian_reads_running'), 0);
    assert.equal(await metric(hub, 'meridian_refusals_total{reason="read_queue"}'), refused.length);
  });

  test('of somebody polite are answered while another floods', async () => {
    let isOver = false;
    const flood = Array.from({ length: 20 }, async () => {
      while (!isOver) await hub.get(`${space.path}/${SCAN}`);
    });
    await pause(300);
    for (let n = 0; n < 10; n++) {
      const response = await hub.get(`${space.path}/search?limit=5`, { token: polite });
      assert.equal(response.status, 200);
    }
    assert.ok((await metric(hub, 'meridian_reads_waiting')) > 0);
    isOver = true;
    await Promise.all(flood);
  });

  test('of clients that have gone are forgotten', async () => {
    const { started, startedAfter } = await departed(hub, `${space.path}/${LONG_SCAN}`, 10);
    assert.ok(started < 10, `of 10 queries, ${started} had begun`);
    assert.equal(startedAfter, 0);
    assert.equal((await hub.get(`${space.path}/search?limit=1`)).status, 200);
  });
});

test('a query that waited too long is refused with 503', async () => {
  const hub = await startHub({
    settings: {
      MERIDIAN_READER_THREADS: '1',
      MERIDIAN_MAX_CONCURRENT_READS: '1',
      MERIDIAN_MAX_QUEUE_WAIT_MS: '30',
    },
  });
  const space = await scannable(hub);
  const responses = await Promise.all(Array.from({ length: 10 }, () => hub.get(`${space.path}/${SCAN}`)));
  const refused = responses.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0 && refused.length < 10);
  assertRefused(refused[0]!, 503, 'waiting too long');
});

test('writes that are too many are refused with 503, and the rest are written', async () => {
  const hub = await startHub({ settings: { MERIDIAN_MAX_QUEUED_WRITES: '3' } });
  const space = await newSpace(hub);
  const text = 'x'.repeat(2_000_000);
  const body = (n: number) =>
    JSON.stringify(collection(...Array.from({ length: 5 }, (_, m) => feature(`w${n}-${m}`, { text }))));
  const responses = await Promise.all(
    Array.from({ length: 16 }, (_, n) => hub.put(`${space.features}?addTags=t`, body(n), {})),
  );
  const refused = responses.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0, 'some are refused');
  assertRefused(refused[0]!, 503, 'writes');
  assert.ok(refused[0]!.headers['retry-after']);
  const { body: count } = await hub.get<{ count: number }>(`${space.path}/count`);
  assert.equal(count.count, (16 - refused.length) * 5);
  assert.equal(await metric(hub, 'meridian_writes_waiting'), 0);
  assert.equal(await metric(hub, 'meridian_body_memory_bytes'), 0);
});

test('bodies that would not fit into memory together are refused with 503', async () => {
  const hub = await startHub({
    settings: { MERIDIAN_MAX_BODY_BYTES: '1M', MERIDIAN_MAX_QUEUED_BYTES: '2M' },
  });
  const space = await newSpace(hub);
  const half = 'x'.repeat(600_000);
  const held = Array.from({ length: 1 }, () => {
    const exchange = hub.begin('PUT', space.features, { 'content-type': 'application/json' });
    exchange.request.write(half);
    return exchange;
  });
  while ((await metric(hub, 'meridian_body_memory_bytes')) < 600_000) await pause(20);
  assertRefused(await hub.put(space.features, half), 503, 'bytes');
  for (const { request } of held) request.destroy();
  while ((await metric(hub, 'meridian_body_memory_bytes')) > 0) await pause(20);
  assert.equal((await hub.put(space.features, feature('a'))).status, 200);
});

test('a client that takes nothing in is cut off, and one that is slow is not', async () => {
  const hub = await startHub({ settings: { MERIDIAN_SEND_TIMEOUT_MS: '1500' } });
  const space = await newSpace(hub);
  const text = 'x'.repeat(500_000);
  for (let n = 0; n < 60; n++) await space.load(feature(`f${n}`, { text }));
  /** Reads nothing for a while, then everything, with a rest after each piece. */
  const receive = (waitMs: number, restMs: number) =>
    new Promise<number>((resolve) => {
      const { hostname, port } = new URL(hub.url);
      let bytes = 0;
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `GET ${space.path}/search HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${hub.token}\r\n\r\n`,
        );
        setTimeout(() => socket.on('data', take), waitMs);
      });
      const take = (data: Buffer) => {
        bytes += data.length;
        if (restMs === 0) return;
        socket.pause();
        setTimeout(() => socket.resume(), restMs);
      };
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(bytes));
    });
  const [slow, stalled] = await Promise.all([receive(0, 1), receive(5000, 0)]);
  assert.ok(slow > 30_000_000, `the slow one got ${slow} bytes`);
  assert.ok(stalled < 30_000_000, `the stalled one got ${stalled} bytes`);
  assert.equal(await metric(hub, 'meridian_open_answers'), 0);
});
