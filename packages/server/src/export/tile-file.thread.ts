import { parentPort, workerData } from 'node:worker_threads';
import {
  createTileArchive,
  type TileAddress,
  type TileFormatId,
  type TileSetFacts,
  writeTileSet,
  type ZoomRange,
} from '@meridian/formats/node';

/** What the thread is to write. */
export type TileFile = { format: TileFormatId; path: string; range: ZoomRange; facts: TileSetFacts };
/** A tile that was asked for, or that the rest is not wanted any more. */
export type ToTileThread = { number: number; bytes: Uint8Array } | { stop: true };
/** A tile is wanted; so many bytes of tiles were written; the file is complete. */
export type FromTileThread = { number: number; tile: TileAddress } | { bytes: number } | { done: true };

/** Writes a file of tiles, away from the thread that serves HTTP: it decodes, compresses and stores them. */
const port = parentPort!;
const { format, path, range, facts }: TileFile = workerData;
const say = (message: FromTileThread) => port.postMessage(message);

class Stopped extends Error {}

const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
let asked = 0;
let isStopped = false;
port.on('message', (heard: ToTileThread) => {
  if ('stop' in heard) {
    isStopped = true;
    for (const { reject } of waiting.values()) reject(new Stopped());
    return;
  }
  waiting.get(heard.number)?.resolve(heard.bytes);
  waiting.delete(heard.number);
});

function read(tile: TileAddress): Promise<Uint8Array> {
  if (isStopped) return Promise.reject(new Stopped());
  const number = asked++;
  const tileBytes = Promise.withResolvers<Uint8Array>();
  waiting.set(number, tileBytes);
  say({ number, tile });
  return tileBytes.promise;
}

try {
  await writeTileSet(await createTileArchive(format, path), facts, range, read, (_, bytes) => say({ bytes }));
  say({ done: true });
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
}
port.close();
