import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import {
  type Feature,
  FormatFault,
  type Loss,
  Losses,
  type PictureFormatId,
  type PictureOptions,
  parseJson,
  type WriteFormatId,
  type WriteOptions,
  writeFeatures,
  writePicture,
} from '@meridian/formats/node';

/**
 * What the other side says: which file to write next, features as joined texts, that there are no more, that a chunk was
 * taken, or that nobody wants the file or another one any more.
 */
export type ToThread =
  | { conversion: Conversion }
  | { piece: Uint8Array }
  | { end: true }
  | { taken: true }
  | { stop: true };
/**
 * That it has loaded its modules, that more features are wanted, a chunk of the file, that it is complete and what it has no
 * room for, or why it can't be.
 */
export type FromThread =
  | { ready: true }
  | { want: true }
  | { chunk: Uint8Array }
  | { done: true; losses: Loss[] }
  | { refused: string }
  | { damaged: string };
export type Conversion =
  | ({ format: WriteFormatId; picture?: undefined } & Pick<WriteOptions, 'name' | 'csv'>)
  | { format: PictureFormatId; picture: PictureOptions };

/** Converts features to files of other formats, one after the other, away from the thread that serves HTTP. */
const port = parentPort!;
const decoder = new TextDecoder();
const CHUNK_BYTES = 64 * 1024;

const say = (message: FromThread) => port.postMessage(message);
/** Ends the writing, so that its temporary files are cleared away. */
class Stopped extends Error {}
const hear = async () => {
  const messages = await once(port, 'message');
  const heard: ToThread = messages[0];
  if ('stop' in heard) throw new Stopped();
  return heard;
};

/** What was stored as features, and is no JSON any more. */
class DamagedText extends Error {}

function readStored(piece: Uint8Array): Feature[] {
  try {
    return parseJson(`[${decoder.decode(piece)}]`) as Feature[];
  } catch (error) {
    if (error instanceof SyntaxError) throw new DamagedText(error.message);
    throw error;
  }
}

async function* features(): AsyncGenerator<Feature> {
  for (;;) {
    say({ want: true });
    const heard = await hear();
    if (!('piece' in heard)) return;
    yield* readStored(heard.piece);
  }
}

function written(conversion: Conversion, losses: Losses): AsyncIterable<Uint8Array> {
  if (conversion.picture !== undefined)
    return writePicture(conversion.format, features(), conversion.picture);
  const { format, ...options } = conversion;
  return writeFeatures(format, features(), { ...options, losses });
}

/** Small chunks, such as those of archives, become larger ones: each is a message, and made in a turn of its own. */
async function* gathered(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const room = new Uint8Array(CHUNK_BYTES);
  let size = 0;
  for await (const chunk of chunks) {
    if (size > 0 && size + chunk.length > CHUNK_BYTES) {
      yield room.slice(0, size);
      size = 0;
    }
    if (chunk.length >= CHUNK_BYTES) yield chunk;
    else {
      room.set(chunk, size);
      size += chunk.length;
    }
  }
  if (size > 0) yield room.slice(0, size);
}

async function write(conversion: Conversion): Promise<void> {
  const losses = new Losses();
  try {
    for await (const chunk of gathered(written(conversion, losses))) {
      say({ chunk });
      await hear();
    }
    say({ done: true, losses: losses.list });
  } catch (error) {
    if (error instanceof FormatFault) say({ refused: error.reason });
    else if (error instanceof DamagedText) say({ damaged: error.message });
    else throw error;
  }
}

say({ ready: true });
try {
  for (;;) {
    const heard = await hear();
    if ('conversion' in heard) await write(heard.conversion);
  }
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
}
port.close();
