import { HttpFault } from '../http-fault.ts';

/** Bytes from `start` on. */
export type ByteRange = { start: number; length: number };

/** A range that begins behind the end. */
export class RangeNotSatisfiable extends HttpFault {
  readonly size: number;

  constructor(header: string, size: number) {
    super('rangeNotSatisfiable', `Range: ${header} has nothing of the ${size} bytes that there are`);
    this.size = size;
  }
}

const BYTES = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/;

/**
 * What a `Range` header asks for; undefined where all is to be sent: without one, and for what it may be ignored for
 * (several ranges, other units, an end before the beginning).
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [found, first, last, suffix] = BYTES.exec(header?.trim() ?? '') ?? [];
  if (header === undefined || found === undefined) return undefined;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    if (length === 0) throw new RangeNotSatisfiable(header, size);
    return { start: size - length, length };
  }
  const [start, end] = [Number(first), last === undefined ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== undefined && Number(last) < start) return undefined;
  if (start >= size) throw new RangeNotSatisfiable(header, size);
  return { start, length: end - start + 1 };
}
