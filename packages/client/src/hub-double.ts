import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A request as it arrived. */
export type Received = { call: string; headers: Record<string, unknown>; body: unknown };

export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };

/** A server that replies to each request with the next response, and records the requests. */
export async function hubDouble(
  t: TestContext,
  ...replies: Reply[]
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const text = Buffer.concat(chunks).toString();
    received.push({
      call: `${request.method} ${request.url}`,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    });
    const { status = 200, headers = {}, body } = replies.shift() ?? { status: 500 };
    response.writeHead(status, headers);
    response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
