import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Cors } from './cors.ts';
import type { Headers } from './response.ts';

function marked(origins: string[], origin: string | undefined): Headers {
  const headers: Headers = {};
  new Cors(origins).mark(headers, origin === undefined ? {} : { origin });
  return headers;
}

describe('a response to a page of another origin', () => {
  const page = 'https://maps.example';

  test('can be read by any, without credentials, where any may', () => {
    const headers = marked(['*'], page);
    assert.equal(headers['Access-Control-Allow-Origin'], '*');
    assert.equal(headers['Access-Control-Allow-Credentials'], undefined);
    assert.equal(
      headers['Access-Control-Expose-Headers'],
      'Stream-Id, ETag, Retry-After, Link, Location, Allow, Content-Crs, Content-Range, Accept-Ranges, RateLimit, RateLimit-Policy, Meridian-Building',
    );
  });

  test('can be read with credentials where the origin is listed', () => {
    for (const origins of [[page], ['https://other.example', page], ['*', page]]) {
      const headers = marked(origins, page);
      assert.equal(headers['Access-Control-Allow-Origin'], page);
      assert.equal(headers['Access-Control-Allow-Credentials'], 'true');
    }
  });

  test('says that it depends on the origin, besides what it depends on already', () => {
    const headers: Headers = { Vary: 'Accept' };
    const cors = new Cors([page]);
    for (let ticket = 0; ticket < 2; ticket++) cors.mark(headers, { origin: page });
    assert.equal(headers.Vary, 'Accept, Origin');
  });

  for (const origin of [
    'https://evil.example',
    'https://maps.example.evil',
    'http://maps.example',
    'https://maps.example:8443',
    'null',
    '',
  ])
    test(`can not be read by ${origin || 'an empty origin'} where another is listed`, () =>
      assert.equal(marked([page], origin)['Access-Control-Allow-Origin'], undefined));

  test('can not be read where no origin is listed', () =>
    assert.equal(marked([], page)['Access-Control-Allow-Origin'], undefined));

  test('says that it depends on the origin where it does', () => {
    assert.equal(marked([page], undefined).Vary, 'Origin');
    assert.equal(marked([page], page).Vary, 'Origin');
    assert.equal(marked(['*'], page).Vary, undefined);
  });

  test('is not marked for those who name no origin', () => assert.deepEqual(marked(['*'], undefined), {}));
});

describe('the question a browser asks first', () => {
  const preflight = (headers = {}) => new Cors(['*']).preflight(headers);

  test('is answered with every method', () => {
    const { status, headers } = preflight();
    assert.equal(status, 204);
    assert.equal(headers['Access-Control-Allow-Methods'], 'OPTIONS, GET, POST, PUT, PATCH, DELETE');
    assert.match(headers['Access-Control-Allow-Headers']!, /Authorization/);
  });

  test('is answered with the headers it asks for', () =>
    assert.equal(
      preflight({ 'access-control-request-headers': 'x-one, x-two' }).headers['Access-Control-Allow-Headers'],
      'x-one, x-two',
    ));
});
