import type { Geometry, Position } from '@meridian/geo';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';

/** Coordinates are whole numbers of these in a degree, or they are not stored: what is read is what was written, to the last bit. */
const UNITS = 1e7;

/** A coordinate is its distance from the edge of the box, in seven bits a byte, and no more than four bytes. */
const END_OF_DISTANCE = 2 ** 28;

const LINE = geometryTypeCode('LineString');

/** Longer geometries are read from their features. */
export const LONGEST_GEOMETRY = 400;

/**
 * Writes a line or a polygon of few positions: of each chain the number of its positions, then their coordinates. Gives how many bytes
 * that takes; 0, whatever has been written, where it cannot be stored so.
 */
export function writeGeometry(
  geometry: Geometry,
  west: number,
  south: number,
  to: Buffer,
  at: number,
): number {
  const chains = chainsOf(geometry);
  if (!chains) return 0;
  const left = Math.round(west * UNITS);
  const bottom = Math.round(south * UNITS);
  const end = at + LONGEST_GEOMETRY;
  let next = at;
  const write = (value: number) => {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) to[next++] = (rest & 0x7f) | 0x80;
    to[next++] = rest;
  };
  for (const chain of chains) {
    // A position takes eight bytes at most, a number of them four.
    if (next + 4 + 8 * chain.length > end) return 0;
    write(chain.length);
    for (const position of chain) {
      const x = Math.round(position[0] * UNITS);
      const y = Math.round(position[1] * UNITS);
      if (position.length > 2 || x / UNITS !== position[0] || y / UNITS !== position[1]) return 0;
      if (x - left >= END_OF_DISTANCE || y - bottom >= END_OF_DISTANCE) return 0;
      write(x - left);
      write(y - bottom);
    }
  }
  return next - at;
}

/** Takes what was written, position by position. */
export type ChainSink = { push(x: number, y: number): void; endLine(): void; endRing(): void };

/** Reads what was written from one position up to another. */
export function readChains(
  kind: number,
  west: number,
  south: number,
  bytes: Uint8Array,
  from: number,
  to: number,
  sink: ChainSink,
): void {
  const left = Math.round(west * UNITS);
  const bottom = Math.round(south * UNITS);
  const count = readNumbers(bytes, from, to);
  for (let at = 0; at < count; ) {
    const end = at + 1 + 2 * numbers[at]!;
    for (at++; at < end; at += 2)
      sink.push((left + numbers[at]!) / UNITS, (bottom + numbers[at + 1]!) / UNITS);
    if (kind === LINE) sink.endLine();
    else sink.endRing();
  }
}

/** Those of one geometry, in a buffer that is used again: a tile has tens of thousands of them. */
const numbers = new Int32Array(LONGEST_GEOMETRY);

/** Gives how many there are. */
function readNumbers(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; ) {
    let byte = bytes[at++]!;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
    }
    numbers[count++] = value;
  }
  return count;
}

/** Makes a geometry of them. */
export class Chains implements ChainSink {
  readonly #chains: Position[][] = [];
  #chain: Position[] = [];

  push(x: number, y: number): void {
    this.#chain.push([x, y]);
  }

  endLine(): void {
    this.#chains.push(this.#chain);
    this.#chain = [];
  }

  endRing(): void {
    this.endLine();
  }

  geometry(kind: number): Geometry {
    return kind === LINE
      ? { type: 'LineString', coordinates: this.#chains[0]! }
      : { type: 'Polygon', coordinates: this.#chains };
  }
}

/** The lines or rings of a geometry that has nothing but those. */
function chainsOf(geometry: Geometry): Position[][] | undefined {
  const [first, second, ...others] = Object.keys(geometry);
  if (first !== 'type' || second !== 'coordinates' || others.length > 0) return undefined;
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'Polygon' ? geometry.coordinates : undefined;
}
