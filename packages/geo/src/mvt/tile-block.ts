/**
 * Features of a part of the world made ready to be drawn on vector tiles of any zoom: projected, and with attributes in
 * the bytes that tiles have them in. A feature has an entry for each kind of geometry in it.
 */
export type TileBlock = {
  /** For each entry, by which all are sorted: the number of its feature times four, plus the kind of geometry. */
  order: Float64Array;
  /** For each entry: left, top, right, bottom, on the unit square of the world. */
  boxes: Float64Array;
  /** Of all entries one after the other: x, y, x, y … on the unit square. */
  coords: Float64Array;
  /** For each entry, the first of its parts; one more at the end. */
  partsFrom: Uint32Array;
  /** For each part, twice the position index it ends before; one more if it is a polygon's outer ring. */
  partEnds: Uint32Array;
  /** For each entry, the first of its attributes; one more at the end. */
  pairsFrom: Uint32Array;
  keyEnds: Uint32Array;
  valueEnds: Uint32Array;
  valueHashes: Uint32Array;
  /** Attributes: key, value, key, value … by their indexes in this block. */
  pairs: Uint16Array;
  /** Keys and values as fields of a layer. */
  keys: Uint8Array;
  values: Uint8Array;
};

/** In the order of their bytes: the largest elements first, so that all lie where they may. */
const SECTIONS: readonly (keyof TileBlock)[] = [
  'order',
  'boxes',
  'coords',
  'partsFrom',
  'partEnds',
  'pairsFrom',
  'keyEnds',
  'valueEnds',
  'valueHashes',
  'pairs',
  'keys',
  'values',
];

/** Changes with the layout: blocks of another layout are not read. */
const LAYOUT = 1;
/** The layout, nothing, the bytes of each section. */
const HEAD_LENGTH = 2 + SECTIONS.length;
const HEAD_BYTES = 4 * HEAD_LENGTH;

export function toTileBlockBytes(sections: TileBlock): Uint8Array<ArrayBuffer> {
  const lengths = SECTIONS.map((name) => sections[name].byteLength);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, HEAD_BYTES));
  new Uint32Array(bytes.buffer, 0, HEAD_LENGTH).set([LAYOUT, 0, ...lengths]);
  let at = HEAD_BYTES;
  for (const name of SECTIONS) {
    const { buffer, byteOffset, byteLength } = sections[name];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** The inverse; undefined for bytes of another layout. */
export function readTileBlock(bytes: Uint8Array): TileBlock | undefined {
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const head = new Uint32Array(buffer, byteOffset, HEAD_LENGTH);
  if (head[0] !== LAYOUT) return undefined;
  let at = byteOffset + HEAD_BYTES;
  let section = 2;
  const next = <T>(View: new (buffer: ArrayBufferLike, at: number, length: number) => T, size: number): T => {
    const length = head[section++]!;
    const view = new View(buffer, at, length / size);
    at += length;
    return view;
  };
  return {
    order: next(Float64Array, 8),
    boxes: next(Float64Array, 8),
    coords: next(Float64Array, 8),
    partsFrom: next(Uint32Array, 4),
    partEnds: next(Uint32Array, 4),
    pairsFrom: next(Uint32Array, 4),
    keyEnds: next(Uint32Array, 4),
    valueEnds: next(Uint32Array, 4),
    valueHashes: next(Uint32Array, 4),
    pairs: next(Uint16Array, 2),
    keys: next(Uint8Array, 1),
    values: next(Uint8Array, 1),
  };
}
