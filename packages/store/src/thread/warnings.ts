import { BroadcastChannel } from 'node:worker_threads';

const CHANNEL = 'meridian store warnings';

/** What an operator should know of, though no request may have failed of it. */
export type StoreWarning = { message: string; details: Record<string, string> };

let sending: BroadcastChannel | undefined;

/** Notifies the listeners of this process, from whichever thread. */
export function warn(warning: StoreWarning): void {
  if (!sending) {
    sending = new BroadcastChannel(CHANNEL);
    sending.unref();
  }
  sending.postMessage(warning);
}

/** Something that is built beside the features of a space could not be. */
export function buildFailure(storageKey: string, error: unknown): StoreWarning {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    message: 'an index, or other data that reads use, could not be built',
    details: { storageKey, reason },
  };
}

/** Calls `listener` with every warning of the stores in this process. Returns how to stop it. */
export function onStoreWarning(listener: (warning: StoreWarning) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: { data: StoreWarning }) => listener(data);
  channel.unref();
  return () => channel.close();
}
