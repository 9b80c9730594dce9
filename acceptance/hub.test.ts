import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHub } from './harness/hub.ts';

const started = Date.now();
const hub = await startHub();

interface HubInformation {
  schemaVersion: string;
  reporter: { name: string; version: string; upSince: number | string; endpoint: string };
  status: { result: string; timestamp: number | string };
}

for (const token of [undefined, null, 'unknown']) {
  test(`GET /hub says who answers, with ${token === null ? 'no' : (token ?? 'a valid')} token`, async () => {
    const response = await hub.get<HubInformation>('/hub?clientId=me', token === undefined ? {} : { token });
    assert.equal(response.status, 200, response.text);
    assert.match(response.headers['content-type'] ?? '', /^application\/json; ?charset=utf-8$/i);
    const { reporter, status } = response.body;
    assert.deepEqual(Object.keys(response.body), ['schemaVersion', 'reporter', 'status']);
    assert.equal(response.body.schemaVersion, '0.9');
    assert.deepEqual(Object.keys(reporter), ['name', 'version', 'upSince', 'endpoint']);
    assert.equal(typeof reporter.name, 'string');
    assert.match(reporter.version, /^[0-9]+\.[0-9]+\.[0-9]+/);
    assert.equal(typeof reporter.endpoint, 'string');
    assert.deepEqual(Object.keys(status), ['result', 'timestamp']);
    assert.equal(status.result, 'OK');
    const since = new Date(reporter.upSince).getTime();
    const now = new Date(status.timestamp).getTime();
    assert.ok(since >= started && since <= now && now <= Date.now(), response.text);
  });
}
