import { InvalidArgumentError } from 'commander';

/** Numbers that a double may not hold: whole ones of 16 digits and more, exponents of three digits. */
const RISKY_NUMBER = /\d{16}|\d[eE][+-]?\d{3}/;

// Node has it; TypeScript's library does not know it yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** JSON.parse that changes no number: 9007199254740993 stays that, and is written out so again. */
export function parseJson(text: string): unknown {
  return RISKY_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_name: string, value: unknown, context: { source?: string } = {}): unknown {
  const { source } = context;
  if (typeof value !== 'number' || source === undefined) return value;
  const isKept = Number.isFinite(value) && (!/^-?\d+$/.test(source) || String(value) === source);
  return isKept ? value : rawJSON(source);
}

export function printed(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** For options whose value is JSON. */
export function readJsonObject(text: string): object {
  try {
    const value: unknown = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Told below, as for any other value that is no object.
  }
  throw new InvalidArgumentError('a JSON object, such as {"title":"Peaks"}.');
}
