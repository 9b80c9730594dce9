import { plainValue } from '../../model/json/exact-json.ts';

const LONGEST_TEXT = 200;
const view = new DataView(new ArrayBuffer(8));

/**
 * A scalar in the form its index keeps it: texts, in the order of their bytes, sort as the values do. Kinds do not mix:
 * numbers begin with n, texts with s, booleans with b. Long texts are cut, so an index finds too much rather than too
 * little.
 */
export function sortableValue(value: unknown): string | undefined {
  const plain = plainValue(value);
  if (typeof plain === 'number') return `n${sortableNumber(plain)}`;
  if (typeof plain === 'string') return `s${cut(plain)}`;
  return typeof plain === 'boolean' ? `b${Number(plain)}` : undefined;
}

/** 16 hexadecimal digits: the bits of the double, with those of negative ones turned round. */
function sortableNumber(value: number): string {
  // There is one zero.
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigUint64(0);
  const ordered = bits >> 63n ? ~bits & 0xffff_ffff_ffff_ffffn : bits | (1n << 63n);
  return ordered.toString(16).padStart(16, '0');
}

/**
 * Never turns an order round: a ≤ b stays so. What PostgreSQL's text can't hold, U+0000 and half a character, ends the
 * text as its nearest neighbour in the order of code points.
 */
function cut(text: string): string {
  const retained = text.slice(0, LONGEST_TEXT);
  const odd = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(retained);
  return odd ? retained.slice(0, odd.index) + neighbour(odd[0]) : retained;
}

function neighbour(odd: string): string {
  if (odd === '\0') return '\u0001';
  return odd < '\udc00' ? `${odd}\udc00` : '\u{10ffff}';
}
