import { existsSync } from 'node:fs';
import { DataFolderInUse, publishedAddress } from '@meridian/server';
import { openLocalDesk } from './desk.local.ts';
import { type AskFor, openRemoteDesk } from './desk.remote.ts';
import { type Desk, Refusal } from './desk.ts';

/** The data folder itself where nobody has it open, else the server that has. */
export async function openDesk(data: string, ask: AskFor): Promise<Desk> {
  if (!existsSync(data))
    throw new Refusal(`there is no data folder ${data}: name it with --data, or start the server once`);
  try {
    return await openLocalDesk(data);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const url = publishedAddress(data);
    if (url === undefined) throw error;
    return openRemoteDesk(url, ask);
  }
}
