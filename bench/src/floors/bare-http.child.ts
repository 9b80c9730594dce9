import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveCalls } from './child.ts';

/**
 * What node:http can do at best with a body of this size: no routing, no headers but the necessary ones. The body is
 * a string because node:http sends head and body of a string in one write, and plain ASCII because that needs no recoding:
 * its fastest way.
 */
function listen(bodyBytes: number, sharedPort?: number): Promise<number> {
  const body = 'x'.repeat(bodyBytes);
  const headers = { 'Content-Type': 'application/geo+json; charset=utf-8', 'Content-Length': bodyBytes };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body, 'latin1');
  });
  return new Promise((resolve) => {
    const port = sharedPort ?? 0;
    server.listen({ port, host: '127.0.0.1', reusePort: sharedPort !== undefined }, () =>
      resolve((server.address() as AddressInfo).port),
    );
  });
}

serveCalls({ listen });
