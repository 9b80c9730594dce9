import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request as open } from 'node:http';
import type { Hub } from './hub.ts';
import type { Ask } from './request.ts';

export type Reply = { status: number; text: string; process: string };

/** One connection that is kept: all of its requests reach the same process. */
export class Connection {
  readonly #hub: Hub;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  get(path: string, ask: Ask = {}): Promise<Reply> {
    return this.request('GET', path, ask);
  }

  request(
    method: string,
    path: string,
    { body, token = this.#hub.token, headers }: Ask = {},
  ): Promise<Reply> {
    const sent = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const outgoing = open(
        this.#hub.url + path,
        { method, agent: this.#agent, headers: sent },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8').on('data', (more: string) => {
            text += more;
          });
          incoming.on('error', reject).on('end', () => {
            const process = String(incoming.headers['stream-id']).split('-')[0]!;
            resolve({ status: incoming.statusCode!, text, process });
          });
        },
      );
      outgoing.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A connection to the process that writes, and one to a process that only reads: `path` is a read of features. */
export async function oneToEach(hub: Hub, path: string): Promise<{ main: Connection; reader: Connection }> {
  let main: Connection | undefined;
  let reader: Connection | undefined;
  for (let tried = 0; (!main || !reader) && tried < 200; tried++) {
    const connection = new Connection(hub);
    const { process: writing } = await connection.get('/hub');
    // The first may be passed on, until the limits of its caller are leased.
    let { process: reading } = await connection.get(path);
    for (let i = 0; i < 20 && reading === writing; i++) ({ process: reading } = await connection.get(path));
    if (reading === writing && !main) main = connection;
    else if (reading !== writing && !reader) reader = connection;
    else connection.close();
  }
  assert.ok(main && reader, 'the system shares connections out among the processes');
  return { main, reader };
}

/** The processes that read for a hub, by their ids. */
export function readersOf({ program }: Pick<Hub, 'program'>): number[] {
  return childrenOf(program.child.pid!);
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Not where it has ended and only waits for somebody to hear of it: whose parent was killed may wait for long. */
export function isRunning(pid: number): boolean {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : undefined;
  return stat !== undefined && stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}
