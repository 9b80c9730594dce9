import { availableParallelism } from 'node:os';
import { Child } from '../floors/child.ts';
import type { RivalServer } from './rival-server.ts';

const SCRIPT = new URL('../floors/prepared-select.child.ts', import.meta.url);

/** One prepared SELECT a request, by hand, a process a core. */
export async function startPreparedSelect(database: string): Promise<RivalServer> {
  const children = Array.from({ length: availableParallelism() }, () => new Child(SCRIPT));
  let port = 0;
  for (const child of children) port = await child.ask<number>('serve', database, port);
  return {
    url: `http://127.0.0.1:${port}`,
    pids: () => children.map(({ pid }) => pid),
    stop: async () => {
      for (const child of children) await child.close();
    },
  };
}
