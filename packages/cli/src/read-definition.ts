import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Refusal } from './admin-backend.ts';
import { parseJson } from './json.ts';

/** A definition in a file, or on standard input for `-`. */
export async function readDefinition(file: string): Promise<Record<string, unknown>> {
  const name = file === '-' ? 'standard input' : `the file ${file}`;
  const content = file === '-' ? await text(process.stdin) : readText(file);
  try {
    const value: unknown = parseJson(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    throw new Refusal(`${name} is not valid JSON: ${(error as Error).message}`);
  }
  throw new Refusal(`${name} must be a JSON object`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`the file ${file} cannot be read: ${(error as Error).message}`);
  }
}
