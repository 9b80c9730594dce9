import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { uploadingFetch } from './upload.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Calls with the address of a server that reads what it is sent before it responds. */
async function withServer(handle: Handler, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    handle(request, response, Buffer.concat(chunks).toString());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const bytes = (text: string) => new TextEncoder().encode(text);
const post = (text: string, more: RequestInit = {}): RequestInit => ({
  method: 'POST',
  body: bytes(text),
  ...more,
});

test('bytes arrive with their headers, and the response is that of fetch', async () => {
  await withServer(
    ({ method, url, headers }, response, body) => {
      const { 'content-length': length, 'x-name': name } = headers;
      response.writeHead(422, { 'Set-Cookie': ['a=1', 'b=2'], 'Stream-Id': 'x' });
      response.end(JSON.stringify([method, url, length, name, body]));
    },
    async (url) => {
      const response = await uploadingFetch(`${url}/a?b=c`, post('grün', { headers: { 'X-Name': 'n' } }));
      assert.deepEqual(
        [response.status, response.ok, response.statusText, response.headers.get('stream-id')],
        [422, false, 'Unprocessable Entity', 'x'],
      );
      assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
      assert.deepEqual(await response.json(), ['POST', '/a?b=c', '5', 'n', 'grün']);
    },
  );
});

test('a response without a body and a redirect are followed as fetch follows them', async () => {
  await withServer(
    ({ url }, response, body) => {
      if (url === '/old') response.writeHead(307, { Location: '/new' }).end();
      else response.writeHead(body === 'a' ? 204 : 500).end();
    },
    async (url) => {
      assert.equal((await uploadingFetch(`${url}/old`, post('a'))).status, 204);
      assert.equal((await uploadingFetch(`${url}/new`, post('a'))).status, 204);
    },
  );
});

test('no connection, and a response that breaks off, are a TypeError as of fetch', async () => {
  let gone = '';
  await withServer(
    (_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('half', () => response.destroy());
    },
    async (url) => {
      gone = url;
      await assert.rejects(uploadingFetch(url, post('a')), TypeError);
    },
  );
  await assert.rejects(uploadingFetch(gone, post('a')), TypeError);
});

test('what is aborted fails for the reason that was given', async () => {
  const reason = new Error('enough');
  const abort = new AbortController();
  await withServer(
    () => abort.abort(reason),
    async (url) => {
      await assert.rejects(uploadingFetch(url, post('a', { signal: abort.signal })), reason);
      await assert.rejects(uploadingFetch(url, post('a', { signal: abort.signal })), reason);
    },
  );
});
