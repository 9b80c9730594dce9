import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { StudioFile } from '../studio-files.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.pmtiles': 'application/vnd.pmtiles',
  '.gz': 'application/gzip',
};

/** Enough to be within a few per cent of the smallest, in a fifth of the time. */
const BROTLI_QUALITY = 9;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

export async function studioFile(path: string, body: Uint8Array, isImmutable: boolean): Promise<StudioFile> {
  const type = TYPES[extname(path)];
  if (!type) throw new Error(`files such as ${path} have no type that the studio knows`);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
  // Compressed already: the tiles in an archive, which is read by ranges, too.
  if (/\.(?:pmtiles|gz)$/.test(path)) return { type, body, etag, isImmutable };
  const [br, gz] = await Promise.all([
    toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    toGzip(body, { level: 9 }),
  ]);
  return {
    type,
    body,
    ...(br.length < body.length ? { br } : {}),
    ...(gz.length < body.length ? { gzip: gz } : {}),
    etag,
    isImmutable,
  };
}
