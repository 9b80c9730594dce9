import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Conversation } from './sockets.ts';

const TIMEOUT_MS = 60_000;
/** After the last byte of a request that gets a response, and stays open. */
const QUIET_MS = 50;

/** Sends a conversation and gives everything that came back, as latin1; undefined where nobody waited for it. */
export async function converse(url: string, { pieces, end }: Conversation): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).setNoDelay(true);
  let received = '';
  let timer: NodeJS.Timeout | undefined;
  const closed = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`neither response nor end within ${TIMEOUT_MS} ms`));
    }, TIMEOUT_MS);
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (end !== 'wait') return;
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(), QUIET_MS);
    });
    // A server that refuses closes before it has read all: that is no fault.
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(late);
      clearTimeout(timer);
      resolve();
    });
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
    if (pieces.length > 1) await pause(1);
  }
  if (end === 'half') socket.end();
  if (end === 'reset') socket.resetAndDestroy();
  await closed;
  return end === 'reset' ? undefined : received;
}

/** What is wrong with the bytes that came back; empty where nothing is. */
export function faultsOfBytes({ maxResponses }: Conversation, received: string): string[] {
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n/g)].map(([, status]) =>
    Number(status),
  );
  const final = statuses.filter((status) => status >= 200);
  const faults = final
    .filter((status) => status >= 500 && status !== 503)
    .map((status) => `status ${status}`);
  if (received !== '' && !received.startsWith('HTTP/1.1 ')) faults.push('no HTTP');
  if (final.length > Math.max(1, maxResponses))
    faults.push(`${final.length} responses to ${maxResponses} requests`);
  if (/node:internal|\/packages\/\w+\/src\//.test(received)) faults.push('shows the inside');
  return faults;
}
