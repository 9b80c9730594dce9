import { writeFileSync } from 'node:fs';

const BLOCK_BYTES = 512;
const COORDINATE_HEADER_BYTES = 8;
const MAGIC = 42_424_242;
/** How many of the whole numbers in the file are a degree. */
const SCALE = 1000;

export const int8 = (...values: number[]) => Buffer.from(values);
export const int16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeInt16LE(value, i * 2);
  return bytes;
};
export const int32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeInt32LE(value | 0, i * 4);
  return bytes;
};

/** The middle of the block of objects, which short coordinates of objects are relative to. */
export const CENTER = [9000, 50_000] as const;
const COORDINATES_START = 3 * BLOCK_BYTES + COORDINATE_HEADER_BYTES;

/** Blocks of coordinates, each of which names the next. */
export class Coordinates {
  #bytes = Buffer.alloc(0);

  /** @returns the byte of the file that they begin at */
  add(bytes: Buffer): number {
    const room = BLOCK_BYTES - COORDINATE_HEADER_BYTES;
    const before = this.#bytes.length;
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    return COORDINATES_START + before + Math.floor(before / room) * COORDINATE_HEADER_BYTES;
  }

  blocks(): Buffer[] {
    const room = BLOCK_BYTES - COORDINATE_HEADER_BYTES;
    const count = Math.ceil(this.#bytes.length / room);
    return Array.from({ length: count }, (_, i) => {
      const own = this.#bytes.subarray(i * room, (i + 1) * room);
      const next = i + 1 < count ? (4 + i) * BLOCK_BYTES : 0;
      return block(int16(3, own.length), int32(next), own);
    });
  }
}

/** An object without the number of its row; undefined is a row without one. */
export type MapObject = { type: number; content: Buffer } | undefined;

export type MapSystem = {
  version?: number;
  /** Which way the whole numbers of the file go: 1 as the coordinates do, 2 the other way in x, 3 in both, 4 in y. */
  quadrant?: number;
  datum?: number;
  ellipsoid?: number;
  /** To WGS 84: three metres, three seconds of arc, parts of a million, and the prime meridian. */
  shift?: readonly number[];
  isDeleted?: (row: number) => boolean;
};

/** A table with a column `row`, as MapInfo lays it out: .tab, .dat, .map and .id. */
export function writeTable(
  path: string,
  draw: (coordinates: Coordinates) => readonly MapObject[],
  system: MapSystem = {},
): void {
  const { isDeleted = () => false } = system;
  const coordinates = new Coordinates();
  const drawn = draw(coordinates);
  const offsets: number[] = [];
  const objects: Buffer[] = [];
  let at = 2 * BLOCK_BYTES + 20;
  for (const [i, object] of drawn.entries()) {
    const isThere = object !== undefined && !isDeleted(i + 1);
    offsets.push(isThere ? at : 0);
    if (!isThere) continue;
    const bytes = Buffer.concat([int8(object.type), int32(i + 1), object.content]);
    objects.push(bytes);
    at += bytes.length;
  }
  const content = Buffer.concat(objects);
  const beside = (ending: string) => path.replace(/tab$/, ending);
  writeFileSync(
    path,
    '!table\n!version 300\n!charset WindowsLatin1\n\nDefinition Table\n  Type NATIVE Charset "WindowsLatin1"\n  Fields 1\n    row Integer ;\n',
  );
  writeFileSync(beside('dat'), tableOf(drawn.length, isDeleted));
  writeFileSync(beside('id'), int32(...offsets));
  writeFileSync(
    beside('map'),
    Buffer.concat([
      headerOf(system),
      block(int16(2, content.length), int32(...CENTER, 0, 0), content),
      ...coordinates.blocks(),
    ]),
  );
}

function headerOf({
  version = 500,
  quadrant = 1,
  datum = 104,
  ellipsoid = 28,
  shift = [],
}: MapSystem): Buffer {
  const header = Buffer.alloc(2 * BLOCK_BYTES);
  header.writeInt32LE(MAGIC, 0x100);
  header.writeInt16LE(version, 0x104);
  header.writeInt16LE(BLOCK_BYTES, 0x106);
  header.writeDoubleLE(1, 0x108);
  // Where the index of objects begins: with few of them it is the block of objects itself.
  header.writeInt32LE(2 * BLOCK_BYTES, 0x130);
  // Points, lines, regions and texts: programs look whether there are any.
  for (const at of [0x13c, 0x140, 0x144, 0x148]) header.writeInt32LE(1, at);
  header.writeUInt8(quadrant, 0x161);
  header.writeInt16LE(datum, 0x16a);
  header.set([1, ellipsoid, 13], 0x16d);
  header.writeDoubleLE(SCALE, 0x170);
  header.writeDoubleLE(SCALE, 0x178);
  for (const [i, value] of shift.entries()) header.writeDoubleLE(value, 0x1c0 + i * 8);
  return header;
}

function tableOf(rows: number, isDeleted: (row: number) => boolean): Buffer {
  const head = Buffer.alloc(65);
  head.set([3, 126, 11, 17]);
  head.writeInt32LE(rows, 4);
  head.writeInt16LE(head.length, 8);
  head.writeInt16LE(5, 10);
  head.write('row', 32);
  head.write('C', 43);
  head.writeUInt8(4, 48);
  head.writeUInt8(13, 64);
  const records = Array.from({ length: rows }, (_, i) =>
    Buffer.concat([Buffer.from(isDeleted(i + 1) ? '*' : ' '), int32(i + 1)]),
  );
  return Buffer.concat([head, ...records]);
}

function block(...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length > BLOCK_BYTES) throw new Error(`${content.length} bytes do not fit into a block`);
  return Buffer.concat([content, Buffer.alloc(BLOCK_BYTES - content.length)]);
}
