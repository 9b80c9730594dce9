import { Agent, type IncomingMessage, request } from 'node:http';
import { TOKEN } from './hub-process.ts';

export type Reply = { status: number; body: Buffer };
export type Sending = { body?: Buffer | string; headers?: Record<string, string> };

/** A lean client: it must cost less than what it measures. */
export class HubClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string) {
    this.#url = url;
  }

  /** Any response but a 2xx is an error: a figure made of refusals would be worthless. */
  async send(method: string, path: string, sending: Sending = {}): Promise<Reply> {
    const chunks: Buffer[] = [];
    const { status } = await this.drain(method, path, (chunk) => chunks.push(chunk), sending);
    return { status, body: Buffer.concat(chunks) };
  }

  async json(method: string, path: string, value?: unknown): Promise<unknown> {
    const body = value === undefined ? {} : { body: JSON.stringify(value) };
    const reply = await this.send(method, path, body);
    return reply.body.length > 0 ? JSON.parse(reply.body.toString()) : undefined;
  }

  /** Hands the body on piece by piece. */
  drain(
    method: string,
    path: string,
    take: (chunk: Buffer) => void,
    { body, headers = {} }: Sending = {},
  ): Promise<{ status: number }> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new Error(`${method} ${path}: ${error.message}`));
      const sent = request(
        `${this.#url}${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            Authorization: `Bearer ${TOKEN}`,
            ...(body
              ? { 'Content-Type': 'application/geo+json', 'Content-Length': Buffer.byteLength(body) }
              : {}),
            ...headers,
          },
        },
        (response) => {
          response.on('error', fail);
          if (response.statusCode! >= 300) return refuse(response, fail);
          response.on('data', take);
          response.on('end', () => resolve({ status: response.statusCode! }));
        },
      );
      sent.on('error', fail);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function refuse(response: IncomingMessage, fail: (error: Error) => void): void {
  let text = '';
  response.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  response.on('end', () => fail(new Error(`${response.statusCode} ${text.slice(0, 500)}`)));
}
