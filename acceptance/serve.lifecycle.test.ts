// Embedded engine only: it is about the lock and the files of the data folder.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { collection, type FeatureCollection, feature } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { exitCode, runMeridian } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A write whose body has only half arrived when this returns. */
async function halfSent(hub: Hub, path: string) {
  const text = JSON.stringify(collection(feature('slow')));
  const exchange = hub.begin<FeatureCollection>('PUT', path, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  exchange.request.write(text.slice(0, 20));
  await pause(200);
  return { ...exchange, finish: () => exchange.request.end(text.slice(20)) };
}

describe('a data folder', () => {
  test('is for one server: a second one says so and ends with exit code 3', async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    const second = runMeridian(['serve'], { MERIDIAN_PORT: '0', MERIDIAN_DATA: hub.data });
    assert.equal(await exitCode(second), 3, second.stdout());
    assert.ok(second.stderr().includes(hub.data), second.stderr());
    assert.doesNotMatch(second.stdout(), /ready/);
    await space.load(feature('a'));
    assert.deepEqual(await space.search(), ['a'], 'the first one goes on');
    assert.equal(await hub.stop(), 0);
  });

  test('is free again after an orderly stop, and after a kill', async () => {
    const first = await startHub();
    await first.stop();
    const second = await startHub({ data: first.data });
    await second.kill();
    const third = await startHub({ data: first.data });
    assert.equal(await third.stop(), 0);
  });

  test('holds a catalogue and a file per space', async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    await space.load(feature('a'));
    assert.ok(existsSync(join(hub.data, 'hub.db')));
    assert.equal(readdirSync(join(hub.data, 'spaces')).filter((name) => name.endsWith('.db')).length, 1);
  });
});

describe('SIGTERM', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} ends an idle server at once, with exit code 0`, async () => {
      const hub = await startHub();
      hub.program.child.kill(signal);
      assert.equal(await within(5000, 'the stop', hub.program.exited), 0);
    });
  }

  test('does not wait for idle kept-alive connections', async () => {
    const hub = await startHub();
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      request(`${hub.url}/hub`, { agent }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    assert.equal(await within(5000, 'the stop', hub.stop()), 0);
    agent.destroy();
  });

  test('finishes the request that runs, then ends with exit code 0', async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    const write = await halfSent(hub, space.features);
    hub.program.child.kill('SIGTERM');
    await pause(300);
    await assert.rejects(
      within(3000, 'the refusal', hub.get('/hub')).then(({ status }) => {
        if (status === 503) throw new Error('refused');
      }),
      'no new request is served',
    );
    write.finish();
    const response = await within(5000, 'the response', write.response);
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(response.body.inserted, ['slow']);
    assert.equal(await within(5000, 'the stop', hub.program.exited), 0);

    const again = await startHub({ data: hub.data });
    assert.equal((await again.get(`${space.features}/slow`)).status, 200, 'and what it wrote is there');
  });

  test('a second signal ends at once', async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    const write = await halfSent(hub, space.features);
    hub.program.child.kill('SIGTERM');
    await pause(300);
    assert.equal(hub.program.child.exitCode, null, 'it waits for the request');
    hub.program.child.kill('SIGTERM');
    await within(2000, 'the end', hub.program.exited);
    await assert.rejects(write.response);
  });

  test('waits for a request that never finishes only so long', async () => {
    const hub = await startHub({ settings: { MERIDIAN_SHUTDOWN_TIMEOUT_MS: '1000' } });
    const space = await newSpace(hub);
    const write = await halfSent(hub, space.features);
    hub.program.child.kill('SIGTERM');
    await within(8000, 'the end', hub.program.exited);
    write.request.destroy();
  });
});
