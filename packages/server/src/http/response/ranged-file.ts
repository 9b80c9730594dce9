import type { FileHandle } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { isKnown } from '../etag.ts';
import { readByteRange } from '../request/byte-range.ts';
import { empty, type Headers, type Response } from './response.ts';

/** A file that is open; sending it closes it. */
export type OpenFile = { handle: FileHandle; size: number; etag: string };

/** The file, the part of it that `Range` asks for, or that the client has it. `headers`: its type and who may cache it. */
export async function rangedFile(
  context: Context,
  { handle: file, size, etag }: OpenFile,
  { 'Content-Type': type, ...others }: Headers & { 'Content-Type': string },
): Promise<Response> {
  const { headers: asked } = context.request;
  const headers = { ...others, ETag: etag, 'Accept-Ranges': 'bytes' };
  try {
    if (asked['if-none-match'] !== undefined && isKnown(asked['if-none-match'], etag)) {
      await file.close();
      return { ...empty(304), headers };
    }
    // A part of another state would not fit to what the client has.
    const isStale = asked['if-range'] !== undefined && asked['if-range'] !== etag;
    const range = isStale ? undefined : readByteRange(asked.range as string | undefined, size);
    const typed = { ...headers, 'Content-Type': type };
    if (!range) return { status: 200, headers: typed, body: { file, start: 0, length: size } };
    const { start, length } = range;
    const part = { 'Content-Range': `bytes ${start}-${start + length - 1}/${size}` };
    return { status: 206, headers: { ...typed, ...part }, body: { file, start, length } };
  } catch (error) {
    await file.close();
    throw error;
  }
}
