import { parseJson } from '@meridian/formats';
import { InvalidArgumentError } from 'commander';

export { parseJson };

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
