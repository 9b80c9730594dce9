import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPostgres } from '../../../testing/postgres/install.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Prepared } from '../data/prepared.ts';
import { Child } from '../floors/child.ts';
import { startCluster } from '../floors/cluster.ts';

export type Jsonb = { child: Child; stop(): Promise<void> };

/** A PostgreSQL with the prepared features as jsonb and no index, filled once; a string says why there is none. */
export async function startJsonb(prepared: Prepared): Promise<Jsonb | string> {
  const found = findPostgres();
  if (typeof found === 'string') return found;
  const folder = join(dirname(prepared.data), 'postgres-jsonb');
  const mark = join(folder, 'complete');
  const isFilled = existsSync(mark);
  if (!isFilled) rmSync(folder, { recursive: true, force: true });
  const cluster = await startCluster(found, folder);
  const child = new Child(new URL('../floors/jsonb.child.ts', import.meta.url));
  await child.ask('open', cluster.url);
  if (!isFilled) {
    console.error(`copying the features into ${folder} (once)`);
    await child.ask('fill', spaceFile(prepared, SPACE));
    writeFileSync(mark, '');
  }
  return {
    child,
    async stop() {
      await child.ask('close');
      await child.close();
      await cluster.stop();
    },
  };
}
