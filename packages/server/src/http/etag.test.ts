import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Context } from './context.ts';
import { DIALECT_RULES } from './dialect.ts';
import { etagOf, unlessKnown } from './etag.ts';
import { json, type Response } from './response/response.ts';

const context = (ifNoneMatch?: string, dialect: 'spec' | 'datahub' = 'spec') =>
  ({
    request: { headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch } },
    dialect: DIALECT_RULES[dialect],
  }) as unknown as Context;
const record = (serial: number) => ({ serial });
const content = (version: number) => ({ version, updatedAt: 1 });

describe('an entity tag', () => {
  const tag = etagOf(context(), record(1), content(1));
  test('is quoted', () => assert.match(tag, /^"[A-Za-z0-9-]+"$/));
  test('is the same for the same content', () => assert.equal(etagOf(context(), record(1), content(1)), tag));
  test('is another for other content', () => assert.notEqual(etagOf(context(), record(1), content(2)), tag));
  test('is another for a space that was created again', () =>
    assert.notEqual(etagOf(context(), record(2), content(1)), tag));
  test('is another where the dialect gives other coordinates', () =>
    assert.notEqual(etagOf(context(undefined, 'datahub'), record(1), content(1)), tag));
  test('does not mix up numbers', () =>
    assert.notEqual(etagOf(context(), record(1), content(11)), etagOf(context(), record(11), content(1))));
});

describe('a read', () => {
  const responseTo = async (ifNoneMatch?: string): Promise<{ response: Response; asked: boolean }> => {
    let asked = false;
    const response = await unlessKnown(context(ifNoneMatch), '"1-a"', () => {
      asked = true;
      return json(200, {});
    });
    return { response, asked };
  };

  const known = [
    '"1-a"',
    '1-a',
    'W/"1-a"',
    '"x", "1-a"',
    '"x","1-a" , "y"',
    '"1-a+gzip"',
    '"1-a+zstd"',
    '"1-a+br"',
    '1-a+gzip',
    '*',
    ' * ',
  ];
  for (const header of known)
    test(`by a client that has ${header} is 304, without looking anything up`, async () => {
      const { response, asked } = await responseTo(header);
      assert.deepEqual([response.status, response.body, asked], [304, undefined, false]);
      assert.equal(response.headers.ETag, '"1-a"');
    });

  for (const header of [undefined, '', '"1-b"', '"1-a-d"', '"1-ab"', '"11-a"', '"1-a+other"', '"x", "y"'])
    test(`by a client that has ${header ?? 'nothing'} is answered`, async () => {
      const { response } = await responseTo(header);
      assert.deepEqual([response.status, response.headers.ETag], [200, '"1-a"']);
      assert.match(response.headers['Cache-Control']!, /no-cache/);
    });
});
