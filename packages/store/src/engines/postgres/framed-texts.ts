import type { FeatureText } from '../../model/feature/feature-text.ts';

/** Stands in no JSON text. */
const FRAME = 0x1f;
const COMMA = 0x2c;
const SPACE = 0x20;
const ZERO = 0x30;

/**
 * A row's text as it is joined with those of others; behind a mark where the row has to be looked at: the length of the
 * text in bytes, the offsets of its parts, the row's number, and whether it is `sure` to be meant.
 */
export function framedText(isFramed: string, sure: string): string {
  if (isFramed === 'false') return 'text';
  const facts = ['octet_length(text)', 'geometry_start', 'properties_start', 'seq', `(${sure})::int`];
  const framed = `chr(${FRAME}) || ${facts.map((fact) => `${fact} || ' '`).join(' || ')} || text`;
  return isFramed === 'true' ? framed : `CASE WHEN ${isFramed} THEN ${framed} ELSE text END`;
}

/** A row behind a mark. Its text is decoded only if it is asked for, while the row is looked at. */
export type FramedRow = { seq: number; isSure: boolean; read(): FeatureText };

/**
 * Joined texts without their marks, and without those marked ones that are not to be retained. What is left moves together,
 * in the same bytes.
 */
export function unframed(joined: Buffer, keep: (row: FramedRow) => boolean): Buffer {
  let end = 0;
  const take = (from: number, to: number) => {
    if (from >= to) return;
    if (end > 0) joined[end++] = COMMA;
    if (end !== from) joined.copyWithin(end, from, to);
    end += to - from;
  };
  let at = 0;
  for (let frame = joined.indexOf(FRAME); frame >= 0; frame = joined.indexOf(FRAME, at)) {
    // What is not marked lies between commas that belong to the marked ones.
    take(at, frame - 1);
    const { row, from, to } = rowAt(joined, frame + 1);
    if (keep(row)) take(from, to);
    at = to + 1;
  }
  take(at, joined.length);
  return joined.subarray(0, end);
}

/** Where each of joined texts lies that are all behind marks. */
export function* framesIn(
  joined: Buffer,
): Generator<{ row: FramedRow; from: number; to: number }, void, void> {
  for (let at = 0; at < joined.length; ) {
    const frame = rowAt(joined, at + 1);
    yield frame;
    at = frame.to + 1;
  }
}

function rowAt(joined: Buffer, at: number): { row: FramedRow; from: number; to: number } {
  let next = at;
  const number = () => {
    let value = 0;
    for (; joined[next] !== SPACE; next++) value = value * 10 + (joined[next]! - ZERO);
    next++;
    return value;
  };
  const [bytes, geometryStart, propertiesStart, seq, sure] = [
    ...[number(), number(), number(), number(), number()],
  ] as [number, number, number, number, number];
  const [from, to] = [next, next + bytes];
  const read = () => ({
    text: joined.toString('utf8', from, to),
    geometryStart,
    propertiesStart,
    // Nothing behind the geometry is looked at.
    propertiesEnd: propertiesStart,
  });
  return { row: { seq, isSure: sure === 1, read }, from, to };
}
