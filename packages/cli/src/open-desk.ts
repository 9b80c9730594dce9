import { existsSync } from 'node:fs';
import { DataFolderInUse, isEmbedded, publishedAddress, type StoreLocation } from '@meridian/server';
import { openLocalDesk } from './desk.local.ts';
import { type AskFor, openRemoteDesk } from './desk.remote.ts';
import { type Desk, Refusal } from './desk.ts';

/** A database; or the data folder itself where nobody has it open, else the server that has. */
export async function openDesk(location: StoreLocation, ask: AskFor): Promise<Desk> {
  if (!isEmbedded(location)) return openLocalDesk(location);
  const { data } = location;
  if (!existsSync(data))
    throw new Refusal(`there is no data folder ${data}: name it with --data, or start the server once`);
  try {
    return await openLocalDesk(location);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const url = publishedAddress(data);
    if (url === undefined) throw error;
    return openRemoteDesk(url, ask);
  }
}
