import type { Position } from '@meridian/geo/geojson';
import { FormatFault } from '../fault.ts';
import { isKnownDatum, OWN_DATUM } from '../mif/coord-sys.ts';

const MAGIC = 42_424_242;
const SHORT_HEADER_BYTES = 512;
/** Since this version the header goes on behind its first 512 bytes. */
const LONG_HEADER_VERSION = 500;

export type MapHeader = {
  blockBytes: number;
  /** Coordinates of the file, which are whole numbers, to those of its system. */
  position(x: number, y: number): Position;
  /** As a line of a MIF: `Earth Projection 8, 115, "m", 9, 0, 0.9996, 500000, 0`. */
  coordSys: string;
};

/** The first 512 or 1024 bytes of a .map. */
export function parseHeader(head: Uint8Array, file: string): MapHeader {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (head.length < SHORT_HEADER_BYTES) throw new FormatFault('truncated', file, 'ends within its header');
  if (view.getInt32(0x100, true) !== MAGIC) throw new FormatFault('malformed', file, 'is no .map of MapInfo');
  const blockBytes = view.getUint16(0x106, true);
  if (blockBytes < SHORT_HEADER_BYTES || blockBytes % SHORT_HEADER_BYTES !== 0)
    throw new FormatFault('malformed', file, `has blocks of ${blockBytes} bytes (byte 262)`);
  const numbers = (at: number, count: number) =>
    Array.from({ length: count }, (_, i) => view.getFloat64(at + i * 8, true));
  const [scaleX, scaleY, shiftX, shiftY] = numbers(0x170, 4) as [number, number, number, number];
  if (![scaleX, scaleY, shiftX, shiftY].every(Number.isFinite) || scaleX === 0 || scaleY === 0)
    throw new FormatFault('malformed', file, 'has no scale of its coordinates (byte 368)');
  const quadrant = view.getUint8(0x161);
  const isXTurned = [0, 2, 3].includes(quadrant);
  const isYTurned = [0, 3, 4].includes(quadrant);
  const isLong = view.getUint16(0x104, true) >= LONG_HEADER_VERSION && head.length > SHORT_HEADER_BYTES;
  return {
    blockBytes,
    position: (x, y) => [
      isXTurned ? -(x + shiftX) / scaleX : (x - shiftX) / scaleX,
      isYTurned ? -(y + shiftY) / scaleY : (y - shiftY) / scaleY,
    ],
    coordSys: coordSysOf({
      projection: view.getUint8(0x16d),
      datum: view.getInt16(0x16a, true),
      ellipsoid: view.getUint8(0x16e),
      unit: view.getUint8(0x16f),
      parameters: numbers(0x190, 6),
      shift: numbers(0x1c0, 8),
      isAffine: isLong && view.getUint8(0x200) !== 0,
    }),
  };
}

/** Units by their numbers in the file, as a MIF names them. */
const UNITS: Readonly<Record<number, string>> = {
  0: 'mi',
  1: 'km',
  2: 'in',
  3: 'ft',
  4: 'yd',
  5: 'mm',
  6: 'cm',
  7: 'm',
  8: 'survey ft',
  9: 'nmi',
  13: 'degree',
  30: 'li',
  31: 'ch',
  32: 'rd',
};
const LONGLAT = 1;

type StoredSystem = {
  projection: number;
  datum: number;
  ellipsoid: number;
  unit: number;
  parameters: number[];
  shift: number[];
  isAffine: boolean;
};

function coordSysOf({
  projection,
  datum,
  ellipsoid,
  unit,
  parameters,
  shift,
  isAffine,
}: StoredSystem): string {
  const unitName = UNITS[unit] ?? String(unit);
  if (projection === 0) return `NonEarth Units "${unitName}"`;
  const isByNumber = datum > 0 && (isKnownDatum(datum) || shift.every((value) => value === 0));
  const shape = isByNumber ? [datum] : [OWN_DATUM, ellipsoid, ...shift];
  const fields =
    projection === LONGLAT
      ? [projection, ...shape]
      : [projection, ...shape, `"${unitName}"`, ...parameters.map(String)];
  return `Earth Projection ${fields.join(', ')}${isAffine ? ' Affine' : ''}`;
}
