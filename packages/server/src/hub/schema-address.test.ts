import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownPath } from './schema-address.ts';

const PUBLIC = 'https://maps.example.org/geo/';

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
  ];
  for (const [address, host, path] of cases)
    test(`${address}, asked at ${host}: ${path ?? 'no'}`, () =>
      assert.equal(ownPath(new URL(address), host, PUBLIC), path));

  test('none, where neither the request nor the operator says where it is', () =>
    assert.equal(ownPath(new URL('http://localhost/hub/spaces/a'), undefined, undefined), undefined));
});
