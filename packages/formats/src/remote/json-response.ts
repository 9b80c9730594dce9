import { FormatFault } from '../fault.ts';
import { shownAddress } from './address.ts';
import type { WebClient } from './web-client.ts';

/** A response that has to be a JSON object, with its bytes. */
export async function jsonOf(
  web: WebClient,
  url: URL,
  maxBytes: number,
  accept = 'application/json',
): Promise<{ bytes: Uint8Array; document: Record<string, unknown> }> {
  const { bytes } = await web.bytes(url, maxBytes, accept);
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new FormatFault('malformed', shownAddress(url), `is no JSON: ${(error as Error).message}`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new FormatFault('malformed', shownAddress(url), 'is no JSON object');
  return { bytes, document: document as Record<string, unknown> };
}
