import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress, webServer } from '../testing/web-server.ts';
import { shownAddress } from './address.ts';

const lines = Array.from(
  { length: 2000 },
  (_, i) =>
    `{"type":"Feature","geometry":{"type":"Point","coordinates":[${i / 100},1]},"properties":{"n":${i}}}`,
);
const file = Buffer.from(lines.join('\n'));

test('a file whose connection breaks off is read on from there', async () => {
  const asked: (string | undefined)[] = [];
  const url = await webServer((_url, response, { headers }) => {
    asked.push(headers.range);
    const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      etag: '"one"',
      'content-length': file.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
    });
    // The first two responses end in the middle.
    if (asked.length > 2) return void response.end(file.subarray(from));
    response.write(file.subarray(from, from + 50_000), () => response.destroy());
  });
  const { properties, records } = await readAddress(`${url}/data/points.ndjson`);
  assert.deepEqual(
    properties.map((one) => one?.n),
    lines.map((_, i) => i),
  );
  assert.deepEqual(asked, [undefined, 'bytes=50000-', 'bytes=100000-']);
  assert.equal(records[0]?.refused, undefined);
});

test('a file that changed meanwhile is no longer read, and so is one whose server can not tell', async () => {
  for (const headers of [{ etag: '"one"' }, {}]) {
    const url = await webServer((_url, response) => {
      response.writeHead(200, { ...headers, 'content-length': file.length });
      response.write(file.subarray(0, 50_000), () => response.destroy());
    });
    await assert.rejects(readAddress(`${url}/points.ndjson`), /broke off after 50000 bytes/);
  }
});

test('headers and passwords go to the server of the address, not to one that it redirects to', async () => {
  const seen: unknown[] = [];
  const other = await webServer((_url, response, { headers }) => {
    seen.push([headers['x-key'], headers.authorization]);
    response.end(lines.slice(0, 2).join('\n'));
  });
  const first = await webServer((_url, response, { headers }) => {
    seen.push([headers['x-key'], headers.authorization]);
    response.writeHead(302, { location: `${other}/points.ndjson` }).end();
  });
  const address = first.replace('http://', 'http://me:secret@');
  const { records } = await readAddress(`${address}/x`, { headers: { 'x-key': 'k' } });
  assert.equal(records.length, 2);
  assert.deepEqual(seen, [
    ['k', `Basic ${Buffer.from('me:secret').toString('base64')}`],
    [undefined, undefined],
  ]);
});

test('every address on the way is checked, and only http and https are followed', async () => {
  const url = await webServer((_url, response) =>
    response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  );
  await assert.rejects(readAddress(`${url}/x`), /leads to file:, only http and https are read/);
  const checked: string[] = [];
  const check = ({ pathname }: URL) => {
    checked.push(pathname);
    if (pathname === '/secret') throw new Error('not there');
  };
  const other = await webServer((_url, response) => response.writeHead(302, { location: '/secret' }).end());
  await assert.rejects(readAddress(`${other}/x`, { check }));
  assert.deepEqual(checked, ['/x', '/secret']);
});

test('more bytes than allowed are not read, and errors of a server are told without secrets', async () => {
  const url = await webServer(({ pathname }, response) =>
    pathname === '/gone' ? response.writeHead(410).end('no more\nof it') : response.end(file),
  );
  await assert.rejects(
    readAddress(`${url}/a.ndjson`, { maxBytes: 1000 }),
    /more than the 1000 bytes allowed/,
  );
  await assert.rejects(readAddress(`${url}/gone?token=abc`), ({ message }: Error) => {
    assert.match(message, /\?token=\*\*\*: the server responds with 410: no more of it$/);
    return true;
  });
  assert.equal(shownAddress('postgres://u:p@h/db?apikey=1&x=2'), 'postgres://u:***@h/db?apikey=***&x=2');
});

test('of an error that is a page only the status is told', async () => {
  const url = await webServer((_url, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<!DOCTYPE html><h1>Not here</h1>');
  });
  await assert.rejects(readAddress(`${url}/a.csv`), {
    message: `${url}/a.csv: the server responds with 404`,
  });
});
