import type { Source } from '../source.ts';
import { readWhole } from './byte-reader.ts';

const SMALL_FILE_BYTES = 64 * 1024;

/** The text of a small file beside another, such as a .prj; undefined if there is none, or nothing in it. */
export async function smallText(source: Source | undefined): Promise<string | undefined> {
  if (source === undefined) return undefined;
  const text = new TextDecoder()
    .decode(await readWhole(source.stream(), SMALL_FILE_BYTES, source.name))
    .trim();
  return text === '' ? undefined : text;
}
