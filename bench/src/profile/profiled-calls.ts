import { join } from 'node:path';
import { collectionText } from '../data/feature.ts';
import type { Prepared } from '../data/prepared.ts';
import { callsFor } from '../figures/growth/calls.ts';
import { withScratchSpaces } from '../figures/scratch-space.ts';
import type { HubClient } from '../hub/hub-client.ts';
import type { HubProcess } from '../hub/hub-process.ts';
import { openGetLoad } from '../load/get-rate.ts';

export type Profiled = { hub: HubProcess; client: HubClient; prepared: Prepared; seconds: number };

/** Asks as fast as the responses come; gives the number of requests once `begin` was called and they are answered. */
type ProfiledCall = (profiled: Profiled, begin: () => void) => Promise<number>;

const CONNECTIONS = 8;
const WARM_UP_SECONDS = 2;
const BATCH = 1000;
const SPACE = 'bench-profile';

/** The calls that a busy hub spends its time on. */
export const PROFILED: Readonly<Record<string, ProfiledCall>> = {
  'get-feature': (profiled, begin) => reads(profiled, begin, /^get-feature/),
  bbox: (profiled, begin) => reads(profiled, begin, /^bbox/),
  'vector-tile': (profiled, begin) => reads(profiled, begin, /^vector tile/),
  search: (profiled, begin) => reads(profiled, begin, /^search, indexed/),
  'bulk-put': bulkPut,
};

async function reads(
  { hub, client, prepared, seconds }: Profiled,
  begin: () => void,
  name: RegExp,
): Promise<number> {
  const call = (await callsFor(prepared, client)).find((one) => name.test(one.name))!;
  const load = openGetLoad(call.paths, join(prepared.scratch, 'profiled.txt'));
  try {
    await load.run({ url: hub.url, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    begin();
    return (await load.run({ url: hub.url, connections: CONNECTIONS, seconds })).requests;
  } finally {
    await load.close();
  }
}

/** Collections of new features, two at once, made before the clock starts. */
async function bulkPut({ client, seconds }: Profiled, begin: () => void): Promise<number> {
  const put = (body: string) => client.send('PUT', `/hub/spaces/${SPACE}/features`, { body });
  const bodies = Array.from({ length: seconds * 10 + 4 }, (_, i) => collectionText(i * BATCH, BATCH));
  return withScratchSpaces(client, [SPACE], async () => {
    for (const body of bodies.splice(0, 4)) await put(body);
    begin();
    const count = bodies.length;
    const run = async () => {
      for (let body = bodies.pop(); body; body = bodies.pop()) await put(body);
    };
    await Promise.all([run(), run()]);
    return count;
  });
}
