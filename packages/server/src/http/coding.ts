import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';

/** Shorter bodies are sent as they are. */
export const MIN_CODED_BYTES = 1024;

/** Codings we offer, best first. Quick settings: the wire is rarely slower than a thorough compressor. */
const CODINGS: Record<string, () => Transform> = {
  zstd: () => createZstdCompress(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 4 }),
};

export type Coding = { name: string; compressor: () => Transform };

/** The coding to answer with, by what the client accepts; none where it accepts none of ours. */
export function chooseCoding(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name!, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  let best: Coding | undefined;
  let bestWeight = 0;
  for (const name of Object.keys(CODINGS)) {
    const weight = weights.get(name) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) {
      best = { name, compressor: CODINGS[name]! };
      bestWeight = weight;
    }
  }
  return best;
}
