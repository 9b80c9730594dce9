import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { ReadOptions } from '../options.ts';
import { openAddress, type RemoteOptions } from '../remote/index.ts';

/** A web server of this test file; its URL. */
export async function webServer(
  respond: (url: URL, response: ServerResponse, request: IncomingMessage) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    respond(new URL(request.url!, 'http://localhost'), response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** All that is behind an address. */
export async function readAddress(address: string, remote: RemoteOptions = {}, read: ReadOptions = {}) {
  const reader = (await openAddress(address, remote)).read(read);
  const records = await Array.fromAsync(reader);
  return {
    reader,
    records,
    properties: records.map(({ feature }) => feature?.properties),
    coordinates: records.map(
      ({ feature }) => (feature?.geometry as { coordinates?: unknown } | null)?.coordinates,
    ),
  };
}
