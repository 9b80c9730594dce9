import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import type { Settings } from './config/index.ts';

/** Takes the port. `isShared`: other processes of this server will listen on it too. */
export async function listen(
  server: Server,
  { port, host }: Pick<Settings, 'port' | 'host'>,
  isShared: boolean,
): Promise<void> {
  if (!isShared) return listening(server, { port, host });
  // The system would let two servers share a port that both offer to share: so it is taken alone first.
  const probe = createServer();
  await listening(probe, { port, host });
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  await listening(server, { port: free, host, reusePort: true });
}

/** Listens on a port that another process of this server has taken. */
export function joinIn(server: Server, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<void> {
  return listening(server, { port, host, reusePort: true });
}

function listening(
  server: NetServer,
  options: { port: number; host: string; reusePort?: true },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
}
