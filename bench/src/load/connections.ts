import { Agent, request } from 'node:http';
import { TOKEN } from '../hub/hub-process.ts';

type Outgoing = { method: string; path: string; body?: string };

/** A bounded number of kept-alive connections to one server. */
export class Connections {
  readonly #agent: Agent;
  readonly #host: { hostname: string; port: string };

  constructor(url: string, count: number) {
    const { hostname, port } = new URL(url);
    this.#host = { hostname, port };
    this.#agent = new Agent({ keepAlive: true, maxSockets: count });
  }

  /** Resolves at the end of a 2xx answer. */
  send({ method, path, body }: Outgoing): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${TOKEN}`,
        ...(body ? { 'Content-Length': Buffer.byteLength(body) } : {}),
      };
      const sent = request({ ...this.#host, method, path, headers, agent: this.#agent }, (response) => {
        response.resume();
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode! < 300) resolve();
          else reject(new Error(`${method} ${path} was responded with ${response.statusCode}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
