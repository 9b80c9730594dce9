import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type FastAnswer, FastPath, type FastResponse } from './fast-path.ts';

const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: x', ...headers].join('\r\n')}\r\n\r\n`;

const response = (body: string | Uint8Array): FastResponse => ({
  status: 200,
  headers: { 'Content-Length': String(Buffer.byteLength(body)) },
  body,
  isAscii: typeof body === 'string' && Buffer.byteLength(body) === body.length,
});

type Started = {
  fastPath: FastPath;
  /** Lets the response to a path below /later come, or go to node:http. */
  settle(path: string, isFast?: boolean): void;
  /** Who answered what, in order. */
  responded: string[];
  open(): Socket & { text(): string };
};

/**
 * A server that answers `quick:…` on the fast path where the path begins with /quick, `later:…` once that is settled where
 * it begins with /later, all else `slow:…` through node:http.
 */
async function start(
  t: TestContext,
  body: (url: string) => string | Uint8Array = (url) => `quick:${url}`,
): Promise<Started> {
  const responded: string[] = [];
  const pending = new Map<string, (response: FastResponse | undefined) => void>();
  const settle = (path: string, isFast = true) =>
    pending.get(path)!(isFast ? response(`later:${path}`) : undefined);
  const fastPath = new FastPath((request): FastAnswer => {
    if (request.url.startsWith('/later')) {
      responded.push(`asked:${request.url}`);
      return new Promise((resolve) => pending.set(request.url, resolve));
    }
    if (!request.url.startsWith('/quick')) return undefined;
    responded.push(`quick:${request.url}`);
    if (!request.url.startsWith('/quick/slow')) return response(body(request.url));
    const sent = (isWhole: boolean) => responded.push(isWhole ? 'whole' : 'cut');
    return { ...response(body(request.url)), slow: { timeoutMs: STALLED_MS, sent } };
  }, 4096);
  const server = createServer(async (request, response) => {
    let sent = '';
    for await (const piece of request) sent += piece;
    responded.push(`slow:${request.method}:${request.url}`);
    response.end(`slow:${request.method}:${request.url}:${sent}`);
  });
  fastPath.open(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    fastPath.destroy();
    server.close();
  });
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString('utf8');
    });
    return Object.assign(socket, { text: () => received });
  };
  return { fastPath, responded, settle, open };
}

/** How long a client may take in nothing: longer than this process, which is its own client, is ever busy with others. */
const STALLED_MS = 1000;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(2);
}

const waitFor = (socket: { text(): string }, text: string) => until(() => socket.text().includes(text));

test('one request after the other is answered on the fast path', async (t) => {
  const { open, responded } = await start(t);
  const socket = open();
  for (const path of ['/quick/1', '/quick/2', '/quick/3']) {
    socket.write(get(path));
    await waitFor(socket, `quick:${path}`);
  }
  assert.deepEqual(responded, ['quick:/quick/1', 'quick:/quick/2', 'quick:/quick/3']);
});

test('text beyond ASCII and bytes arrive as they are', async (t) => {
  const { open } = await start(t, (url) => (url === '/quick/text' ? 'Zürich €' : Buffer.from('bytes: ü€')));
  const socket = open();
  socket.write(get('/quick/text'));
  await waitFor(socket, 'Zürich €');
  socket.write(get('/quick/bytes'));
  await waitFor(socket, 'bytes: ü€');
});

test('what can not be answered at once goes to node:http, and all that follows', async (t) => {
  const { open, responded, fastPath } = await start(t);
  const socket = open();
  for (const path of ['/quick/1', '/slow', '/quick/2']) {
    socket.write(get(path));
    await waitFor(socket, `${path}${path === '/quick/1' ? '' : ':'}`);
  }
  assert.deepEqual(responded, ['quick:/quick/1', 'slow:GET:/slow', 'slow:GET:/quick/2']);
  assert.deepEqual(fastPath.counts, { answered: 1, handed_over: 1 });
});

test('a body goes to node:http whole', async (t) => {
  const { open } = await start(t);
  const socket = open();
  socket.write(get('/quick/1'));
  await waitFor(socket, 'quick:/quick/1');
  const body = 'b'.repeat(100_000);
  socket.write(`PUT /p HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await waitFor(socket, `slow:PUT:/p:${body}`);
});

test('a request that comes byte by byte is answered', async (t) => {
  const { open } = await start(t);
  const socket = open();
  for (const byte of get('/quick/1')) {
    socket.write(byte);
    await pause(1);
  }
  await waitFor(socket, 'slow:GET:/quick/1:');
});

test('many at once are answered in their order', async (t) => {
  const { open } = await start(t);
  const socket = open();
  const paths = Array.from({ length: 50 }, (_, n) => `/quick/${n}/`);
  socket.write(get('/quick/first/'));
  for (const path of paths) socket.write(get(path));
  await waitFor(socket, '/quick/49/');
  const order = [...socket.text().matchAll(/\/quick\/(\w+)\//g)].map(([, n]) => n);
  assert.deepEqual(order, ['first', ...paths.map((_, n) => String(n))]);
});

test('a client that takes in nothing is not answered for ever', async (t) => {
  const { open, responded } = await start(t, () => 'x'.repeat(60_000));
  const socket = open();
  await once(socket, 'connect');
  socket.pause();
  let isDone = false;
  for (let n = 0; n < 2000 && !isDone; n++) {
    socket.write(get(`/quick/${n}`));
    await pause(1);
    isDone = responded.some((who) => who.startsWith('slow')) || socket.writableLength > 0;
  }
  assert.ok(responded.length < 500, `${responded.length} answers for a client that takes in none`);
});

test('who says that there will be no more requests gets the response to the last', async (t) => {
  const { open } = await start(t);
  for (let n = 0; n < 20; n++) {
    const socket = open();
    socket.end(get(`/quick/${n}`));
    await once(socket, 'close');
    assert.match(socket.text(), new RegExp(`quick:/quick/${n}$`));
  }
});

describe('a response that does not fit into any buffer', () => {
  const LENGTH = 20_000_000;
  const long = Buffer.alloc(LENGTH, 'x');

  test('is sent whole, and its connection stays', async (t) => {
    const { open, responded } = await start(t, (url) => (url === '/quick/slow' ? long : 'short'));
    const socket = open();
    socket.write(get('/quick/slow'));
    await until(() => socket.text().length >= LENGTH && responded.length === 2);
    await pause(1.2 * STALLED_MS);
    socket.write(get('/quick/1'));
    await waitFor(socket, 'short');
    assert.deepEqual(responded, ['quick:/quick/slow', 'whole', 'quick:/quick/1']);
  });

  test('is cut off where its client takes in nothing', async (t) => {
    const { open, responded } = await start(t, () => long);
    const socket = open();
    await once(socket, 'connect');
    socket.pause();
    socket.write(get('/quick/slow'));
    await until(() => responded.includes('cut'));
    assert.deepEqual(responded, ['quick:/quick/slow', 'cut']);
  });

  test('ends with a client that leaves', async (t) => {
    const { open, responded } = await start(t, () => long);
    const socket = open();
    socket.write(get('/quick/slow'));
    await once(socket, 'data');
    socket.destroy();
    await until(() => responded.includes('cut'));
    assert.deepEqual(responded, ['quick:/quick/slow', 'cut']);
  });

  test('is followed by what was asked meanwhile', async (t) => {
    const { open, responded } = await start(t, (url) => (url === '/quick/slow' ? long : 'short'));
    const socket = open();
    socket.write(get('/quick/slow'));
    await once(socket, 'data');
    socket.write(get('/quick/1'));
    await waitFor(socket, 'slow:GET:/quick/1:');
    assert.equal(responded.filter((who) => who === 'whole').length, 1);
    assert.ok(socket.text().length > LENGTH);
  });
});

describe('the end of a connection', () => {
  const ends: [what: string, end: (socket: Socket) => void][] = [
    ['a polite one', (socket) => socket.end()],
    ['an abrupt one', (socket) => socket.resetAndDestroy()],
  ];
  for (const [what, end] of ends)
    test(what, async (t) => {
      const { open } = await start(t);
      const socket = open();
      socket.on('error', () => undefined);
      socket.write(get('/quick/1'));
      await waitFor(socket, 'quick:/quick/1');
      end(socket);
      if (!socket.closed) await once(socket, 'close');
      const next = open();
      next.write(get('/quick/2'));
      await waitFor(next, 'quick:/quick/2');
    });

  test('when the server stops', async (t) => {
    const { fastPath, open } = await start(t);
    const [idle, asking] = [open(), open()];
    idle.write(get('/quick/1'));
    await waitFor(idle, 'quick:/quick/1');
    asking.write(get('/slow'));
    await waitFor(asking, 'slow:GET:/slow:');
    fastPath.close();
    await once(idle, 'close');
    assert.equal(asking.closed, false);
  });
});

describe('a response that is to be waited for', () => {
  test('is sent on the fast path, before what was asked meanwhile', async (t) => {
    const { open, responded, settle, fastPath } = await start(t);
    const socket = open();
    socket.write(get('/later/1'));
    await until(() => responded.length === 1);
    socket.write(get('/quick/1'));
    const other = open();
    other.write(get('/quick/2'));
    await waitFor(other, 'quick:/quick/2');
    assert.equal(socket.text(), '');
    settle('/later/1');
    await waitFor(socket, 'quick:/quick/1');
    assert.ok(socket.text().indexOf('later:/later/1') < socket.text().indexOf('/quick/1'));
    assert.deepEqual(fastPath.counts, { answered: 3, handed_over: 0 });
  });

  test('stays there for the next one', async (t) => {
    const { open, responded, settle, fastPath } = await start(t);
    const socket = open();
    for (const path of ['/later/1', '/later/2']) {
      socket.write(get(path));
      await until(() => responded.includes(`asked:${path}`));
      settle(path);
      await waitFor(socket, `later:${path}`);
    }
    assert.deepEqual(fastPath.counts, { answered: 2, handed_over: 0 });
  });

  test('may turn out to be one for node:http, with all that follows', async (t) => {
    const { open, responded, settle } = await start(t);
    const socket = open();
    socket.write(get('/later/1'));
    await until(() => responded.length === 1);
    socket.write(get('/quick/1'));
    settle('/later/1', false);
    await waitFor(socket, 'slow:GET:/quick/1:');
    assert.deepEqual(responded, ['asked:/later/1', 'slow:GET:/later/1', 'slow:GET:/quick/1']);
  });

  test('reaches who sends no more', async (t) => {
    const { open, responded, settle } = await start(t);
    const socket = open();
    socket.end(get('/later/1'));
    await until(() => responded.length === 1);
    settle('/later/1');
    await once(socket, 'close');
    assert.match(socket.text(), /later:\/later\/1$/);
  });

  test('is not sent to who has gone', async (t) => {
    const { open, responded, settle } = await start(t);
    const socket = open();
    socket.on('error', () => undefined);
    socket.write(get('/later/1'));
    await until(() => responded.length === 1);
    socket.resetAndDestroy();
    const next = open();
    next.write(get('/quick/1'));
    await waitFor(next, 'quick:/quick/1');
    settle('/later/1');
    next.write(get('/quick/2'));
    await waitFor(next, 'quick:/quick/2');
  });

  test('is sent before the connection ends with the server', async (t) => {
    const { fastPath, open, responded, settle } = await start(t);
    const socket = open();
    socket.write(get('/later/1'));
    await until(() => responded.length === 1);
    fastPath.close();
    settle('/later/1');
    await once(socket, 'close');
    assert.match(socket.text(), /later:\/later\/1$/);
  });
});
