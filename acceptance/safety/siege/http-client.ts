import { Agent, request as open } from 'node:http';
import type { Received } from './judge.ts';
import type { SiegeRequest } from './requests.ts';

const TIMEOUT_MS = 60_000;

/** Sends requests as they are on connections that are kept, so many at once. */
export class SiegeClient {
  readonly #agent: Agent;
  readonly #address: { hostname: string; port: string };

  constructor(url: string, connections: number) {
    const { hostname, port } = new URL(url);
    this.#address = { hostname, port };
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send({ method, target, headers, body }: SiegeRequest): Promise<Received> {
    return new Promise((resolve, reject) => {
      const length = body ? { 'content-length': body.length } : {};
      const request = open({
        ...this.#address,
        agent: this.#agent,
        method,
        path: target,
        headers: { ...headers, ...length },
      });
      request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      });
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
