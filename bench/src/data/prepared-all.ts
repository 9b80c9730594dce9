import { LARGER } from '../figures/overview.ts';
import type { Effort } from '../figures/setting.ts';
import { prepareGeopackage } from '../rivals/geopackage.ts';
import { settle } from './filling.ts';
import { prepare, writable } from './prepared.ts';
import { preparePostgres } from './prepared-postgres.ts';

/** Makes everything that measurements would otherwise make at first use. */
export async function prepareAll({ features, growth }: Effort, say: (text: string) => void): Promise<void> {
  const sizes = new Set([...growth, features, features * LARGER]);
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const prepared = await prepare(size, say);
    await settle(prepared);
    if (growth.includes(size)) writable(prepared, say);
  }
  const prepared = await prepare(features, say);
  await prepareGeopackage(prepared);
  const missing = await preparePostgres(prepared, say);
  if (typeof missing === 'string') say(`PostgreSQL is left out: ${missing}`);
  else await preparePostgres(await prepare(features * LARGER, say), say, 'hub');
}
