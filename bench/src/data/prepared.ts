import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { collectionText, GENERATOR_VERSION, INDEXED_PROPERTY } from './feature.ts';

export const SPACE = 'bench-space';

const BATCH = 5000;
const LAYOUT = new URL('../../../packages/store/src/sqlite/schema.ts', import.meta.url);

/** A data folder with one space of generated features, and room for scratch files on the same disk. */
export type Prepared = { data: string; scratch: string; log: string; count: number };

function cacheFolder(): string {
  return process.env.MERIDIAN_BENCH_CACHE ?? join(tmpdir(), 'meridian-bench');
}

/** Loads the space through the HTTP interface, or takes what an earlier run has left. */
export async function prepare(count: number, say: (text: string) => void): Promise<Prepared> {
  const folder = join(cacheFolder(), `${count}-${fingerprint()}`);
  const prepared = {
    data: join(folder, 'data'),
    scratch: join(folder, 'scratch'),
    log: join(folder, 'hub.log'),
    count,
  };
  const complete = join(folder, 'complete');
  rmSync(prepared.scratch, { recursive: true, force: true });
  if (!existsSync(complete)) {
    removeOutdated(count);
    mkdirSync(prepared.data, { recursive: true });
    say(`loading ${count} features into ${folder} (once)`);
    await load(prepared, say);
    writeFileSync(complete, '');
  }
  mkdirSync(prepared.scratch, { recursive: true });
  return prepared;
}

/** What an interrupted load, another generator or another layout has left in this size. */
function removeOutdated(count: number): void {
  mkdirSync(cacheFolder(), { recursive: true });
  for (const name of readdirSync(cacheFolder()))
    if (name.startsWith(`${count}-`)) rmSync(join(cacheFolder(), name), { recursive: true });
}

/** Data made by another generator, or stored in another layout, is not used again. */
function fingerprint(): string {
  const layout = createHash('sha256').update(readFileSync(LAYOUT)).digest('hex').slice(0, 8);
  return `v${GENERATOR_VERSION}-${layout}`;
}

async function load(prepared: Prepared, say: (text: string) => void): Promise<void> {
  const hub = await HubProcess.start(prepared);
  const client = new HubClient(hub.url);
  try {
    await client.json('POST', '/hub/spaces', {
      id: SPACE,
      title: 'Generated features',
      searchableProperties: { [INDEXED_PROPERTY]: true },
    });
    for (let at = 0; at < prepared.count; at += BATCH) {
      const body = collectionText(at, Math.min(BATCH, prepared.count - at));
      await client.send('PUT', `/hub/spaces/${SPACE}/features`, {
        body,
        headers: { Accept: 'application/x-empty' },
      });
      if ((at + BATCH) % 100_000 === 0) say(`  ${at + BATCH} of ${prepared.count}`);
    }
  } finally {
    client.close();
    await hub.stop();
  }
}

/** The SQLite file of a space. */
export function spaceFile({ data }: Prepared, space: string): string {
  const folder = join(data, 'spaces');
  const name = readdirSync(folder).find((file) => file.startsWith(`${space}.`) && file.endsWith('.db'));
  if (!name) throw new Error(`there is no file of the space ${space} in ${folder}`);
  return join(folder, name);
}
