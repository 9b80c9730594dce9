import type { AttributeValue } from './attribute-dictionary.ts';

const QUOTE = 34;
const NINE = 57;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;

/** What an attribute gets for a JSON value, nothing for null; digits that no number holds stay text. */
export function valueOfText(text: string, from: number, to: number): AttributeValue | undefined {
  const first = text.charCodeAt(from);
  if (first === QUOTE) {
    const inner = text.slice(from + 1, to - 1);
    return inner.includes('\\') ? (JSON.parse(text.slice(from, to)) as string) : inner;
  }
  const value = text.slice(from, to);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return value;
  if (first > NINE) return value === 'null' ? undefined : value === 'true';
  const number = Number(value);
  const isHeld = Number.isFinite(number) && (value.length < 16 || isWritten(value, number));
  return isHeld ? number : value;
}

/** Whether digits are those of a number, or have a point or an exponent and need not be. */
function isWritten(value: string, number: number): boolean {
  return String(number) === value || !/^-?\d+$/.test(value);
}
