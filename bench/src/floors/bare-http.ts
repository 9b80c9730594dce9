import { Child } from './child.ts';

export type BareServer = { url: string; pid: number; close(): Promise<void> };

/** `sharedPort`: one that others may listen on too; 0 takes a free one. */
export async function startBareServer(bodyBytes: number, sharedPort?: number): Promise<BareServer> {
  const child = new Child(new URL('./bare-http.child.ts', import.meta.url));
  const port = await child.ask<number>('listen', bodyBytes, sharedPort);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, close: () => child.close() };
}
