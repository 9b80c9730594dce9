import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownPath } from './schema-address.ts';

const PUBLIC = 'https://maps.example.org/geo/';
const LOCAL = { localAddress: '::ffff:192.0.2.7', localPort: 8080 };

describe('an address leads to this server', () => {
  const cases: [address: string, host: string | undefined, path: string | undefined][] = [
    ['http://localhost:8080/hub/spaces/a', 'localhost:8080', '/hub/spaces/a'],
    ['https://Hub.example.org/hub/spaces/a', 'hub.EXAMPLE.org', '/hub/spaces/a'],
    ['https://maps.example.org/geo/hub/spaces/a', undefined, '/hub/spaces/a'],
    ['https://maps.example.org/geography/hub/spaces/a', undefined, undefined],
    ['https://maps.example.org/hub/spaces/a', undefined, undefined],
    ['https://maps.example.org:444/geo/hub/spaces/a', 'localhost', undefined],
    ['http://localhost:8081/hub/spaces/a', 'localhost:8080', undefined],
    ['https://localhost@example.org/hub/spaces/a', 'localhost', undefined],
    ['http://localhost:8080/hub/spaces/a', 'xyz.api.here.com', '/hub/spaces/a'],
    ['http://127.0.0.1:8080/hub/spaces/a', 'xyz.api.here.com', '/hub/spaces/a'],
    ['http://[::1]:8080/hub/spaces/a', 'xyz.api.here.com', '/hub/spaces/a'],
    ['http://192.0.2.7:8080/hub/spaces/a', 'xyz.api.here.com', '/hub/spaces/a'],
    ['http://192.0.2.7/hub/spaces/a', 'xyz.api.here.com', undefined],
    ['http://192.0.2.8:8080/hub/spaces/a', 'xyz.api.here.com', undefined],
    ['http://127.0.0.1:8081/hub/spaces/a', 'xyz.api.here.com', undefined],
  ];
  for (const [address, host, path] of cases)
    test(`${address}, asked at ${host}: ${path ?? 'no'}`, () =>
      assert.equal(ownPath(new URL(address), { host, publicUrl: PUBLIC, ...LOCAL }), path));

  test('none, where nobody says where it is', () => {
    const nowhere = { host: undefined, publicUrl: undefined, localAddress: undefined, localPort: undefined };
    assert.equal(ownPath(new URL('http://localhost/hub/spaces/a'), nowhere), undefined);
  });
});
