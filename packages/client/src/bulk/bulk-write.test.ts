import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { BulkWriteError, type FeatureResult, FeatureText, MeridianClient } from '../index.ts';

type Sent = { id: string; properties?: { n?: number; bad?: string } };
type Mood = (features: Sent[], call: number, response: ServerResponse) => boolean;

/**
 * A space that takes features as a hub does. `mood` may reply instead, and returns true if it did. Nothing is replied before so many
 * requests were there at once. Real sockets, so that what is lost is really lost.
 */
async function moodySpace(t: TestContext, mood: Mood = () => false, together = 1) {
  const stored = new Map<string, string>();
  const sizes: number[] = [];
  let flying = 0;
  const full = Promise.withResolvers<void>();
  const seen = { calls: 0, most: 0, encodings: new Set<string | undefined>() };
  const server = createServer(async (request, response) => {
    flying++;
    seen.most = Math.max(seen.most, flying);
    if (flying === together) full.resolve();
    const features = await readFeatures(request);
    seen.encodings.add(request.headers['content-encoding']);
    sizes.push(features.length);
    await full.promise;
    await new Promise((resolve) => setTimeout(resolve, 5));
    flying--;
    if (!mood(features, seen.calls++, response)) reply(response, features);
  });
  const reply = (response: ServerResponse, features: Sent[]) => {
    const lists = { inserted: [] as string[], updated: [] as string[], failed: [] as object[] };
    for (const [position, feature] of features.entries()) {
      const { id } = feature;
      const text = JSON.stringify(feature);
      if (feature.properties?.bad) lists.failed.push({ id, position, message: feature.properties.bad });
      else if (!stored.has(id)) lists.inserted.push(id);
      else if (stored.get(id) !== text) lists.updated.push(id);
      if (!feature.properties?.bad) stored.set(id, text);
    }
    response.end(JSON.stringify({ type: 'FeatureCollection', features: [], ...lists }));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = new MeridianClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return { features: client.features('s'), stored, sizes, seen, reply };
}

async function readFeatures(request: IncomingMessage): Promise<Sent[]> {
  const bytes = Buffer.concat(await request.toArray());
  const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  return (JSON.parse(text.toString()) as { features: Sent[] }).features;
}

function* numbered(count: number): Generator<Sent> {
  for (let n = 0; n < count; n++) yield { id: `f${n}`, properties: { n } };
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): true {
  response.writeHead(status, headers);
  response.end(JSON.stringify({ error: 'Exception', errorMessage: `refused with ${status}` }));
  return true;
}

const NOTHING = { inserted: 0, updated: 0, unchanged: 0, repeated: 0, failed: 0, problems: [] };

describe('a bulk write', () => {
  test('cuts by number, several requests at a time but no more than allowed', async (t) => {
    const { features, stored, sizes, seen } = await moodySpace(t, undefined, 3);
    const report = await features.writeAll(numbered(100), { chunkFeatures: 7, parallel: 3 });
    assert.deepEqual(report, { ...NOTHING, inserted: 100 });
    assert.equal(stored.size, 100);
    assert.deepEqual(
      sizes.toSorted((a, b) => b - a),
      [...Array(14).fill(7), 2],
    );
    assert.equal(seen.most, 3);
  });

  test('cuts by bytes, and sends what is longer alone', async (t) => {
    const { features, sizes } = await moodySpace(t);
    const source = ['x'.repeat(10), 'y'.repeat(5000), 'z'].map((text, n) => ({
      id: `f${n}`,
      properties: { text },
    }));
    await features.writeAll(source, { chunkBytes: 200, parallel: 1 });
    assert.deepEqual(sizes, [1, 1, 1]);
  });

  test('says of every feature what became of it, in chunks as they arrive', async (t) => {
    const { features } = await moodySpace(t);
    await features.writeAll([{ id: 'old' }, { id: 'same' }]);
    const results: FeatureResult[] = [];
    const source = [
      { id: 'new' },
      { id: 'old', properties: { n: 2 } },
      { id: 'same' },
      { id: 'x', properties: { bad: 'no' } },
    ];
    const report = await features.writeAll(source, { onChunk: (chunk) => void results.push(...chunk) });
    const failed = { position: 3, id: 'x', outcome: 'failed', message: 'no' };
    assert.deepEqual(results, [
      { position: 0, id: 'new', outcome: 'inserted' },
      { position: 1, id: 'old', outcome: 'updated' },
      { position: 2, id: 'same', outcome: 'unchanged' },
      failed,
    ]);
    assert.deepEqual(report, {
      inserted: 1,
      updated: 1,
      unchanged: 1,
      repeated: 0,
      failed: 1,
      problems: [failed],
    });
  });

  test('compresses if asked to', async (t) => {
    const { features, seen, stored } = await moodySpace(t);
    await features.writeAll(numbered(10), { gzip: true });
    assert.deepEqual([...seen.encodings], ['gzip']);
    assert.equal(stored.size, 10);
  });

  test('takes texts as they are, digits and all', async (t) => {
    const { features, stored } = await moodySpace(t);
    await features.writeAll([new FeatureText('a', '{"id":"a","properties":{"n":1}}')]);
    assert.equal(stored.get('a'), '{"id":"a","properties":{"n":1}}');
  });

  test('makes ids where there are none', async (t) => {
    const { features, stored } = await moodySpace(t);
    await features.writeAll([{}, {}, { id: 7 }]);
    assert.deepEqual(
      [...stored.keys()].map((id) => /^[A-Za-z0-9]{16}$/.test(id) || id),
      [true, true, 7],
    );
  });
});

describe('two features with one id', () => {
  test('in one chunk: the later one is written, the earlier one reported', async (t) => {
    const { features, stored } = await moodySpace(t);
    const report = await features.writeAll([
      { id: 'a', properties: { n: 1 } },
      { id: 'b' },
      { id: 'a', properties: { n: 2 } },
    ]);
    assert.equal(stored.get('a'), '{"id":"a","properties":{"n":2}}');
    assert.deepEqual([report.inserted, report.repeated], [2, 1]);
    assert.match(report.problems[0]!.message!, /position 2 has the same id/);
  });

  test('in two chunks: the later one waits for the earlier, however long that takes', async (t) => {
    const { features, stored, reply } = await moodySpace(t, (sent, _call, response) => {
      if (sent[0]!.properties!.n !== 1) return false;
      setTimeout(() => reply(response, sent), 100);
      return true;
    });
    const source = [1, 2].map((n) => ({ id: 'a', properties: { n } }));
    const report = await features.writeAll(source, { chunkBytes: 1, parallel: 4 });
    assert.equal(stored.get('a'), '{"id":"a","properties":{"n":2}}');
    assert.deepEqual([report.inserted, report.updated, report.repeated], [1, 1, 0]);
  });
});

describe('a hub in a bad mood', () => {
  test('429 and 503 with Retry-After are waited for', async (t) => {
    const times: number[] = [];
    const { features, stored } = await moodySpace(t, (_features, call, response) => {
      times.push(Date.now());
      return call < 2 && refuse(response, [429, 503][call]!, { 'Retry-After': '1' });
    });
    await features.writeAll(numbered(3));
    assert.equal(stored.size, 3);
    assert.ok(times[1]! - times[0]! >= 950 && times[2]! - times[1]! >= 950, String(times));
  });

  test('a connection that breaks before or after the write loses and doubles nothing', async (t) => {
    const { features, stored, reply } = await moodySpace(t, (sent, call, response) => {
      if (call % 3 === 0) {
        response.destroy();
        return true;
      }
      if (call % 3 === 1) {
        // Written, but the response never arrives.
        reply({ end: () => response.destroy() } as unknown as ServerResponse, sent);
        return true;
      }
      return false;
    });
    const report = await features.writeAll(numbered(60), { chunkFeatures: 20, parallel: 1 });
    assert.equal(stored.size, 60);
    assert.deepEqual(report, { ...NOTHING, unchanged: 60 });
  });

  test('413 halves until it fits; what does not fit alone has failed', async (t) => {
    const { features, stored, sizes } = await moodySpace(
      t,
      (sent, _call, response) =>
        (sent.length > 3 || sent.some(({ id }) => id === 'f9')) && refuse(response, 413),
    );
    const report = await features.writeAll(numbered(16));
    assert.equal(stored.size, 15);
    assert.deepEqual(report.problems, [
      { position: 9, id: 'f9', outcome: 'failed', message: 'refused with 413' },
    ]);
    assert.deepEqual(sizes.slice(0, 4), [16, 8, 4, 2]);
  });

  test('400 for the whole body is traced to the feature that is to blame', async (t) => {
    const { features, stored } = await moodySpace(
      t,
      (sent, _call, response) => sent.some(({ id }) => id === 'f5') && refuse(response, 400),
    );
    const report = await features.writeAll(numbered(16));
    assert.deepEqual([report.inserted, report.failed, report.problems[0]!.id], [15, 1, 'f5']);
    assert.equal(stored.size, 15);
  });

  test('what will not pass ends it, with a report of what was written before', async (t) => {
    const { features } = await moodySpace(
      t,
      (_features, call, response) => call === 2 && refuse(response, 403),
    );
    const failure = await features
      .writeAll(numbered(50), { chunkFeatures: 10, parallel: 1 })
      .catch((error) => error);
    assert.ok(failure instanceof BulkWriteError);
    assert.equal(failure.report.inserted, 20);
    assert.equal((failure.cause as { status: number }).status, 403);
  });

  test('a source that fails does not take along what came before', async (t) => {
    const { features, stored } = await moodySpace(t);
    function* failing() {
      yield* numbered(25);
      throw new Error('cut off');
    }
    const failure = await features.writeAll(failing(), { chunkFeatures: 10 }).catch((error) => error);
    assert.deepEqual([failure.message, failure.report.inserted, stored.size], ['cut off', 25, 25]);
  });

  test('retrying ends after the timeout', async (t) => {
    const { features, seen } = await moodySpace(t, (_features, _call, response) => refuse(response, 503));
    const failure = await features.writeAll(numbered(1), { retryTimeoutMs: 500 }).catch((error) => error);
    assert.equal(failure.cause.status, 503);
    assert.ok(seen.calls >= 2);
  });

  test('a signal ends it immediately, also while it waits', async (t) => {
    const { features } = await moodySpace(t, (_features, _call, response) =>
      refuse(response, 429, { 'Retry-After': '30' }),
    );
    const signal = AbortSignal.timeout(100);
    await assert.rejects(features.writeAll(numbered(1), { signal }), { name: 'TimeoutError' });
  });
});
