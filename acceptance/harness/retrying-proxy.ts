import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** Requests that may be sent again where it is not known what became of them. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const TRIES = 20;
const PAUSE_MS = 100;

export interface RetryingProxy {
  url: string;
  /** Where requests go, in turn. */
  targets: string[];
}

/** What stands before several servers: sends idempotent requests again to the next one where one is gone or busy. */
export async function startRetryingProxy(...targets: string[]): Promise<RetryingProxy> {
  let turn = 0;
  const proxy: RetryingProxy = { url: '', targets };
  const server = createServer(async (request, outgoing) => {
    const body = await bytesOf(request);
    for (let tries = 1; ; tries++) {
      const target = proxy.targets[turn++ % proxy.targets.length]!;
      const response = await tryOnce(target, request, body);
      const mayRetry = IDEMPOTENT.has(request.method!) && tries < TRIES;
      if (response && !(response.status === 503 && mayRetry)) return finish(outgoing, response);
      if (!mayRetry) return finish(outgoing, { status: 502, headers: {}, body: Buffer.from('') });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

interface Passed {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Undefined where no whole response came. */
function tryOnce(target: string, request: IncomingMessage, body: Buffer): Promise<Passed | undefined> {
  return new Promise((resolve) => {
    const { host: _, connection: __, ...headers } = request.headers;
    const passed = ask(`${target}${request.url}`, { method: request.method, headers }, async (response) => {
      try {
        resolve({ status: response.statusCode!, headers: response.headers, body: await bytesOf(response) });
      } catch {
        resolve(undefined);
      }
    });
    passed.on('error', () => resolve(undefined));
    passed.end(body);
  });
}

function finish(outgoing: ServerResponse, { status, headers, body }: Passed): void {
  const { connection: _, 'transfer-encoding': __, ...passed } = headers;
  outgoing.writeHead(status, { ...passed, 'content-length': body.length });
  outgoing.end(body);
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
