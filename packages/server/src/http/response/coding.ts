import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';

/** Shorter bodies are sent as they are. */
export const MIN_CODED_BYTES = 1024;

export type Coding = {
  name: string;
  /** For what comes piece by piece. */
  compressor: () => Transform;
  /** For what is there whole; on another thread. */
  compress: (body: string | Uint8Array) => Promise<Uint8Array>;
};

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 4 };

/** Codings we offer, best first. Quick settings: the wire is rarely slower than a thorough compressor. */
const CODINGS: readonly Coding[] = [
  { name: 'zstd', compressor: () => createZstdCompress(), compress: promisify(zstdCompress) },
  {
    name: 'br',
    compressor: () => createBrotliCompress(BROTLI),
    compress: (body) => promisify(brotliCompress)(body, BROTLI),
  },
  { name: 'gzip', compressor: () => createGzip(GZIP), compress: (body) => promisify(gzip)(body, GZIP) },
];

/** The coding of the response, by what the client accepts; none where it accepts none of those on offer. */
export function chooseCoding(accepted: string | undefined, offered?: readonly string[]): Coding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name!, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  let best: Coding | undefined;
  let bestWeight = 0;
  for (const coding of CODINGS) {
    if (offered && !offered.includes(coding.name)) continue;
    const weight = weights.get(coding.name) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}
