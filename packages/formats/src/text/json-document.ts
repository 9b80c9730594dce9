import { FormatFault } from '../fault.ts';
import { depthOf, parseJson } from '../json.ts';
import type { Reading } from '../reading.ts';

/** A JSON document that is held as a whole. */
export function parseDocument(
  bytes: Uint8Array,
  { file, limits }: Pick<Reading, 'file' | 'limits'>,
): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormatFault('malformed', file, 'is not valid UTF-8');
  }
  if (depthOf(text) > limits.depth)
    throw new FormatFault('malformed', file, `is nested deeper than ${limits.depth} levels`);
  try {
    return parseJson(text);
  } catch (error) {
    const { message } = error as Error;
    const isCut = message.includes('end of JSON') || message.includes('Unterminated');
    throw new FormatFault(isCut ? 'truncated' : 'malformed', file, `is not valid JSON: ${message}`);
  }
}
