import type { Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { MapFile } from './map-file.ts';

const COORDINATE_BLOCK = 3;
const BLOCK_HEADER_BYTES = 8;

/** How coordinates of an object are stored: as whole numbers, or as short ones relative to an origin. */
export type Packing = { isShort: boolean; origin: readonly [number, number] };

/** Files since version 450 count positions, those since 800 also parts, by numbers of 4 bytes instead of 2. */
export type Counting = 300 | 450 | 800;

/** Reads on from a byte of a block of coordinates, through the blocks that follow it. Throws GeometryFormatError. */
export class CoordinateReader {
  readonly #map: MapFile;
  readonly #packing: Packing;
  readonly #maxBytes: number;
  #at: number;
  #read = 0;

  constructor(map: MapFile, at: number, packing: Packing, maxBytes: number) {
    this.#map = map;
    this.#at = at;
    this.#packing = packing;
    this.#maxBytes = maxBytes;
  }

  /** So many positions. */
  async positions(count: number): Promise<Position[]> {
    const { isShort } = this.#packing;
    const bytes = await this.#take(count * this.#positionBytes);
    const [dx, dy] = isShort ? this.#packing.origin : [0, 0];
    const number = isShort
      ? (at: number) => bytes.getInt16(at, true)
      : (at: number) => bytes.getInt32(at, true);
    const half = this.#positionBytes / 2;
    return Array.from({ length: count }, (_, i) =>
      this.#map.header.position(dx + number(2 * i * half), dy + number((2 * i + 1) * half)),
    );
  }

  /** Lists of positions: first how many each has, its holes, its box and where it is; then all of them. */
  async parts(count: number, counting: Counting): Promise<Position[][]> {
    const verticesBytes = counting >= 450 ? 4 : 2;
    const partBytes = verticesBytes + (counting >= 800 ? 4 : 2) + 2 * this.#positionBytes + 4;
    const heads = await this.#take(count * partBytes);
    const lengths = Array.from({ length: count }, (_, i) =>
      verticesBytes === 4 ? heads.getUint32(i * partBytes, true) : heads.getUint16(i * partBytes, true),
    );
    const found: Position[][] = [];
    for (const length of lengths) found.push(await this.positions(length));
    return found;
  }

  /** What a text says, in the encoding of the table. */
  async bytes(count: number): Promise<Uint8Array> {
    const { buffer } = await this.#take(count);
    return new Uint8Array(buffer);
  }

  /** The middle and the box of a member of a collection. */
  async skipBox(): Promise<void> {
    await this.#take(3 * this.#positionBytes);
  }

  get #positionBytes(): number {
    return this.#packing.isShort ? 4 : 8;
  }

  async #take(length: number): Promise<DataView<ArrayBuffer>> {
    this.#read += length;
    if (this.#read > this.#maxBytes) throw new GeometryFormatError(`is longer than ${this.#maxBytes} bytes`);
    this.#map.spend(length);
    const taken = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const start = this.#map.blockStart(this.#at);
      const block = await this.#map.block(start);
      const end = BLOCK_HEADER_BYTES + block.getUint16(2, true);
      if (
        block.getUint16(0, true) !== COORDINATE_BLOCK ||
        end > block.byteLength ||
        this.#at - start < BLOCK_HEADER_BYTES
      )
        throw new GeometryFormatError(
          `points to byte ${this.#at} of ${this.#map.name}, where no coordinates are`,
        );
      const from = this.#at - start;
      const here = Math.max(0, Math.min(length - done, end - from));
      taken.set(new Uint8Array(block.buffer, block.byteOffset + from, here), done);
      done += here;
      this.#at += here;
      if (done < length) this.#follow(block, start);
    }
    return new DataView(taken.buffer);
  }

  #follow(block: DataView, start: number): void {
    const next = block.getInt32(4, true);
    if (next <= 0)
      throw new GeometryFormatError(`has coordinates that end early (byte ${start} of ${this.#map.name})`);
    // Blocks in a circle that hold nothing would else be followed for ever.
    this.#map.spend(BLOCK_HEADER_BYTES);
    this.#at = next + BLOCK_HEADER_BYTES;
  }
}
