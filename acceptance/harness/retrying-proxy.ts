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
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request);
    for (let tries = 1; ; tries++) {
      const target = proxy.targets[turn++ % proxy.targets.length]!;
      const answer = await tryOnce(target, request, body);
      const mayRetry = IDEMPOTENT.has(request.method!) && tries < TRIES;
      if (answer && !(answer.status === 503 && mayRetry)) return finish(response, answer);
      if (!mayRetry) return finish(response, { status: 502, headers: {}, body: Buffer.from('') });
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

/** Undefined where no whole answer came. */
function tryOnce(target: string, request: IncomingMessage, body: Buffer): Promise<Passed | undefined> {
  return new Promise((resolve) => {
    const { host: _, connection: __, ...headers } = request.headers;
    const outgoing = ask(`${target}${request.url}`, { method: request.method, headers }, async (answer) => {
      try {
        resolve({ status: answer.statusCode!, headers: answer.headers, body: await bytesOf(answer) });
      } catch {
        resolve(undefined);
      }
    });
    outgoing.on('error', () => resolve(undefined));
    outgoing.end(body);
  });
}

function finish(response: ServerResponse, { status, headers, body }: Passed): void {
  const { connection: _, 'transfer-encoding': __, ...passed } = headers;
  response.writeHead(status, { ...passed, 'content-length': body.length });
  response.end(body);
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
