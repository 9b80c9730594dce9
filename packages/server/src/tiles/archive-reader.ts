import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { Fault } from '@meridian/hub';
import { Compression, findTile, type Header, SharedPromiseCache, type Source, zxyToTileId } from 'pmtiles';
import type { OpenArchive } from './tile-folder.ts';

/** Headers and directories that are held, of all archives together: some 100 kB each. */
const CACHED_PARTS = 200;
/** A directory or tile that says it is larger is damaged. */
const MAX_PART_BYTES = 32 * 1024 * 1024;
/** Directories lead to directories; three levels are enough for every tile of the world. */
const MAX_DEPTH = 4;

const BOUNDED = { maxOutputLength: MAX_PART_BYTES };

/** How parts are compressed: as HTTP calls it, and how to undo it. */
const CODINGS: Partial<
  Record<Compression, { name: string; expand: (bytes: Uint8Array) => Promise<Uint8Array> }>
> = {
  [Compression.Gzip]: { name: 'gzip', expand: (bytes) => promisify(gunzip)(bytes, BOUNDED) },
  [Compression.Brotli]: { name: 'br', expand: (bytes) => promisify(brotliDecompress)(bytes, BOUNDED) },
  [Compression.Zstd]: { name: 'zstd', expand: (bytes) => promisify(zstdDecompress)(bytes, BOUNDED) },
};

/** A tile as it is stored. */
export type StoredTile = { bytes: Uint8Array; coding: string | undefined; expand(): Promise<Uint8Array> };

/** Looks up tiles in archives of PMTiles version 3. */
export class ArchiveReader {
  readonly #cache = new SharedPromiseCache(CACHED_PARTS, undefined, expanded);

  header(archive: OpenArchive): Promise<Header> {
    return undamaged(archive, () => this.#cache.getHeader(sourceOf(archive)));
  }

  /** What the archive says of itself. */
  metadata(archive: OpenArchive): Promise<unknown> {
    return undamaged(archive, async () => {
      const source = sourceOf(archive);
      const header = await this.#cache.getHeader(source);
      const { data } = await source.getBytes(header.jsonMetadataOffset, header.jsonMetadataLength);
      return JSON.parse(new TextDecoder().decode(await expanded(data, header.internalCompression)));
    });
  }

  /** Undefined where the archive has no such tile. */
  tile(archive: OpenArchive, z: number, x: number, y: number): Promise<StoredTile | undefined> {
    return undamaged(archive, async () => {
      const source = sourceOf(archive);
      const header = await this.#cache.getHeader(source);
      const entry = await this.#entry(source, header, zxyToTileId(z, x, y));
      if (!entry) return undefined;
      const { data } = await source.getBytes(header.tileDataOffset + entry.offset, entry.length);
      const bytes = new Uint8Array(data);
      const coding = CODINGS[header.tileCompression];
      return { bytes, coding: coding?.name, expand: async () => (coding ? coding.expand(bytes) : bytes) };
    });
  }

  async #entry(source: Source, header: Header, tileId: number) {
    let { rootDirectoryOffset: offset, rootDirectoryLength: length } = header;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const entry = findTile(await this.#cache.getDirectory(source, offset, length, header), tileId);
      if (!entry || entry.runLength > 0) return entry;
      offset = header.leafDirectoryOffset + entry.offset;
      length = entry.length;
    }
    throw new Error('its directories lead on and on');
  }
}

/** Cached under the tag of the file too: one that replaces it is another. */
function sourceOf({ name, handle, etag }: OpenArchive): Source {
  return {
    getKey: () => `${name} ${etag}`,
    async getBytes(offset, length) {
      if (length > MAX_PART_BYTES) throw new Error(`a part of it has ${length} bytes`);
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    },
  };
}

async function expanded(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const coding = CODINGS[compression];
  if (!coding) return data;
  // A buffer of its own: what zlib gives may be a part of a larger one.
  return new Uint8Array(await coding.expand(new Uint8Array(data))).buffer;
}

/** What is wrong with a file of the operator's is reported as that. */
async function undamaged<T>({ name }: OpenArchive, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Fault(
      'damaged',
      `${name}.pmtiles is no archive of PMTiles 3, or damaged: ${(error as Error).message}`,
    );
  }
}
