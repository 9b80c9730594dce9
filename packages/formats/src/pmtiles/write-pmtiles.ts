import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type {
  TileAddress,
  TileArchiveSummary,
  TileArchiveWriter,
  TileSetDescription,
} from '../tiles/tile-archive.ts';
import { DirectoryTree } from './directory-tree.ts';
import { encodeHeader, HEADER_BYTES } from './header.ts';
import { tileIdOf } from './tile-id.ts';

/** Readers fetch so much at first: header and root must be in it. Tiles begin behind it, so that they can be written first. */
const FIRST_BYTES = 16_384;

/** Contents that are remembered, to write them once: those used last. */
const REMEMBERED = 131_072;

/** Tiles are collected up to so many bytes before they are written. */
const BUFFER_BYTES = 1024 * 1024;

type Stored = { offset: number; length: number };

/** Writes an archive of PMTiles version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) in one pass. */
export async function createPmtiles(path: string): Promise<TileArchiveWriter> {
  return new PmtilesWriter(await open(path, 'w'));
}

class PmtilesWriter implements TileArchiveWriter {
  readonly #file: FileHandle;
  readonly #directories = new DirectoryTree(FIRST_BYTES - HEADER_BYTES);
  readonly #stored = new Map<string, Stored>();
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #written = FIRST_BYTES;
  /** Bytes of tiles, those that are pending with them. */
  #dataBytes = 0;
  #tiles = 0;
  #contents = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(tile: TileAddress, gzipped: Uint8Array): Promise<void> {
    const tileId = tileIdOf(tile);
    const { last } = this.#directories;
    if (last && tileId < last.tileId + last.runLength)
      throw new RangeError(`tile ${tile.z}/${tile.x}/${tile.y} comes behind tiles of higher numbers`);
    const { offset, length } = await this.#store(gzipped);
    this.#tiles++;
    if (last?.offset === offset && tileId === last.tileId + last.runLength) last.runLength++;
    else this.#directories.add({ tileId, offset, length, runLength: 1 });
  }

  async finish(description: TileSetDescription): Promise<TileArchiveSummary> {
    const data = { offset: FIRST_BYTES, length: this.#dataBytes };
    const { root, leaves } = this.#directories.finish();
    const leafOffset = FIRST_BYTES + this.#dataBytes;
    for (const leaf of leaves) await this.#append(leaf);
    const metadata = gzipSync(JSON.stringify(metadataOf(description)));
    const metadataOffset = this.#written + this.#pendingBytes;
    await this.#append(metadata);
    await this.#flush();
    const header = encodeHeader(
      {
        root: { offset: HEADER_BYTES, length: root.length },
        metadata: { offset: metadataOffset, length: metadata.length },
        leaves: { offset: leafOffset, length: metadataOffset - leafOffset },
        data,
        tiles: this.#tiles,
        entries: this.#directories.count,
        contents: this.#contents,
      },
      description,
    );
    await writeAll(this.#file, [header, root], 0);
    await this.#file.sync();
    await this.#file.close();
    return { tiles: this.#tiles, contents: this.#contents, bytes: this.#written };
  }

  async abandon(): Promise<void> {
    await this.#file.close();
  }

  async #store(bytes: Uint8Array): Promise<Stored> {
    const key = createHash('sha256').update(bytes).digest('base64');
    const known = this.#stored.get(key);
    // The one used last comes last.
    if (known) this.#stored.delete(key);
    else if (this.#stored.size === REMEMBERED) this.#stored.delete(this.#stored.keys().next().value!);
    const stored = known ?? { offset: this.#dataBytes, length: bytes.length };
    this.#stored.set(key, stored);
    if (!known) {
      this.#contents++;
      this.#dataBytes += bytes.length;
      await this.#append(bytes);
    }
    return stored;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= BUFFER_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    await writeAll(this.#file, this.#pending, this.#written);
    this.#written += this.#pendingBytes;
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

/** A single write may take only a part. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], position: number): Promise<void> {
  const bytes = Buffer.concat(chunks);
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}

function metadataOf({ name, description, attribution, license, generator, layers }: TileSetDescription) {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(attribution === undefined ? {} : { attribution }),
    ...(license === undefined ? {} : { license }),
    type: 'overlay',
    generator,
    vector_layers: layers,
  };
}
