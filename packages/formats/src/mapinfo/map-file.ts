import { FormatFault } from '../fault.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { RandomAccess } from '../source.ts';
import { type MapHeader, parseHeader } from './map-header.ts';

/** As much is read at once, and as many such pieces are cached. */
const PAGE_BYTES = 64 * 1024;
const CACHED_PAGES = 256;
const HEADER_BYTES = 1024;
/** Each coordinate belongs to one object. Deleted objects may have had some of their own. */
const MAX_READ_AGAIN = 2;

/** The blocks of a .map, in any order. */
export class MapFile {
  readonly header: MapHeader;
  readonly name: string;
  readonly #source: RandomAccess;
  readonly #pageBytes: number;
  readonly #pages = new Map<number, Uint8Array>();
  readonly #maxCoordinates: number;
  #coordinatesRead = 0;

  private constructor(source: RandomAccess, header: MapHeader) {
    this.header = header;
    this.name = source.name;
    this.#source = source;
    this.#pageBytes = header.blockBytes * Math.max(1, Math.floor(PAGE_BYTES / header.blockBytes));
    this.#maxCoordinates = source.size * MAX_READ_AGAIN;
  }

  static async open(source: RandomAccess): Promise<MapFile> {
    const head = await source.slice(0, Math.min(HEADER_BYTES, source.size));
    return new MapFile(source, parseHeader(head, source.name));
  }

  /** The start of the block that a byte is in. */
  blockStart(at: number): number {
    return at - (at % this.header.blockBytes);
  }

  /** A whole block. Throws GeometryFormatError. */
  async block(start: number): Promise<DataView> {
    const { blockBytes } = this.header;
    if (start < 0 || start + blockBytes > this.#source.size)
      throw new GeometryFormatError(`points to byte ${start}, behind the end of ${this.name}`);
    const at = start % this.#pageBytes;
    const page = await this.#page(start - at);
    if (at + blockBytes > page.length)
      throw new FormatFault('truncated', this.name, `ends at byte ${start - at + page.length}`);
    return new DataView(page.buffer, page.byteOffset + at, blockBytes);
  }

  /** So many bytes of coordinates are about to be read. Throws GeometryFormatError if that can't be right. */
  spend(bytes: number): void {
    this.#coordinatesRead += bytes;
    if (this.#coordinatesRead > this.#maxCoordinates)
      throw new FormatFault('malformed', this.name, 'has objects that share their coordinates');
  }

  async #page(start: number): Promise<Uint8Array> {
    const cached = this.#pages.get(start);
    if (cached !== undefined) {
      // The one that was used last goes to the end.
      this.#pages.delete(start);
      this.#pages.set(start, cached);
      return cached;
    }
    const page = await this.#source.slice(start, Math.min(start + this.#pageBytes, this.#source.size));
    this.#pages.set(start, page);
    if (this.#pages.size > CACHED_PAGES) this.#pages.delete(this.#pages.keys().next().value!);
    return page;
  }
}
