import { existsSync } from 'node:fs';
import { DataFolderInUse, isEmbedded, isInMemory, publishedAddress } from '@meridian/server';
import { type AskFor, openHttpAdminBackend } from './admin-backend.http.ts';
import { type AdministeredLocation, openLocalAdminBackend } from './admin-backend.local.ts';
import { type AdminBackend, Refusal } from './admin-backend.ts';

/** A database; or the data folder itself where nobody has it open, else the server that has. */
export async function openAdminBackend(location: AdministeredLocation, ask: AskFor): Promise<AdminBackend> {
  if (isInMemory(location))
    throw new Refusal(
      'the store is memory: (MERIDIAN_STORE), which only its server can reach: use its HTTP interface, or `meridian login` and the commands for its users',
    );
  if (!isEmbedded(location)) return openLocalAdminBackend(location);
  const { data } = location;
  if (!existsSync(data))
    throw new Refusal(`there is no data folder ${data}: name it with --data, or start the server once`);
  try {
    return await openLocalAdminBackend(location);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const url = publishedAddress(data);
    if (url === undefined) throw error;
    return openHttpAdminBackend(url, ask);
  }
}
