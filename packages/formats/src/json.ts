const QUOTE = 34;
const BACKSLASH = 92;

/** Number literals that a double may not hold: integers of 16 digits and more, exponents of three digits and more. */
const RISKY_NUMBER = /(?<![\d.])\d{16}|\d[eE][+-]?\d{3}/;

type RawJson = { rawJSON: string };
type ExactJson = {
  rawJSON?(text: string): RawJson;
  isRawJSON?(value: unknown): value is RawJson;
};
const exact = JSON as ExactJson;

/**
 * JSON.parse that changes no number where the runtime can help it (Node, Chromium): 9007199254740993 and 1e999 are
 * preserved as their digits, which JSON.stringify writes out again.
 */
export function parseJson(text: string): unknown {
  return exact.rawJSON !== undefined && RISKY_NUMBER.test(text)
    ? JSON.parse(text, keepDigits as never)
    : JSON.parse(text);
}

/** A whole number as a value: a number if a double holds it, else its digits. */
export function exactInteger(digits: string): unknown {
  const value = Number(digits);
  return String(value) === digits || exact.rawJSON === undefined ? value : exact.rawJSON(digits);
}

export function isExactNumber(value: unknown): value is RawJson {
  return typeof value === 'object' && value !== null && exact.isRawJSON?.(value) === true;
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  const isChanged =
    value === 0
      ? /[1-9]/.test(source.split(/[eE]/, 1)[0]!)
      : !Number.isFinite(value) || (/^-?\d+$/.test(source) && String(value) !== source);
  return isChanged ? exact.rawJSON!(source) : value;
}

/** How deep a JSON text is nested; what is in strings does not count. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i + 1);
    else if (code === 91 || code === 123) {
      if (++depth > deepest) deepest = depth;
    } else if (code === 93 || code === 125) depth--;
  }
  return deepest;
}

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Own member by own member, so that `__proto__` is a name like any other. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}
