import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whose connection it is that another process passes requests on from. */
export type Introduced = { address: string | undefined; isEncrypted: boolean };

const END = '\n'.charCodeAt(0);
const LONGEST_INTRODUCTION = 1024;

/** The first line on a connection between processes. */
export function introduction(introduced: Introduced): string {
  return `${JSON.stringify(introduced)}\n`;
}

export type InnerServer = { path: string; close(): void };

/**
 * Where the processes that read pass on what they do not respond to themselves: a socket in a folder that nobody else may
 * enter. Behind its introduction a connection is to the server what the connection of the client would be.
 */
export async function listenInside(server: Server): Promise<InnerServer> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-'));
  const path = join(folder, 'inner');
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) =>
    meet(socket, (rest) => {
      for (const listener of listeners) listener.call(server, socket);
      if (rest.length > 0) socket.unshift(rest);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    path,
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function meet(socket: Socket, met: (rest: Buffer) => void): void {
  let received: Buffer = Buffer.alloc(0);
  const fail = () => socket.destroy();
  const hear = (bytes: Buffer): void => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const end = received.indexOf(END);
    if (end < 0 && received.length < LONGEST_INTRODUCTION) return;
    socket.off('data', hear).off('error', fail);
    if (end < 0) return void fail();
    const { address, isEncrypted } = JSON.parse(received.toString('utf8', 0, end)) as Introduced;
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    Object.defineProperty(socket, 'encrypted', { value: isEncrypted });
    met(received.subarray(end + 1));
  };
  socket.on('data', hear).on('error', fail);
}
