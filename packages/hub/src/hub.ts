import { openSqliteStore } from '@meridian/store';
import { Access, type FirstAccount, type Issued } from './access.ts';
import { Features } from './features.ts';
import { Spaces } from './spaces.ts';

export type HubSettings = {
  data: string;
  readerThreads: number;
  writerThreads: number;
  firstAccount: FirstAccount;
};

/** The whole service without its HTTP. */
export type Hub = {
  access: Access;
  spaces: Spaces;
  features: Features;
  /** Present at the very first start only. */
  issued: Issued | undefined;
  close(): Promise<void>;
};

export async function openHub(settings: HubSettings): Promise<Hub> {
  const store = await openSqliteStore(settings.data, {
    readers: settings.readerThreads,
    writers: settings.writerThreads,
  });
  try {
    const access = await Access.open(store.catalogue);
    const issued = await access.createFirstAccount(settings.firstAccount, Date.now());
    const spaces = await Spaces.open(store, access);
    return { access, spaces, features: new Features(store, spaces), issued, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
