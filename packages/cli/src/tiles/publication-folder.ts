import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WrongUsage } from '../connect.ts';
import { parseJson } from '../json.ts';

/** By this member of its style a folder is known to be a publication, and may be written again. */
const MARK = 'meridian:spaces';
export const STYLE = 'style.json';

/** Creates the folder; one with other files in it is refused, so that nothing of somebody's is replaced. */
export function openPublication(folder: string, keepStyle: boolean): void {
  mkdirSync(folder, { recursive: true });
  const isEmpty = readdirSync(folder).length === 0;
  if (!isEmpty && !isPublication(folder))
    throw new WrongUsage(
      `the folder ${folder} has other files in it: name an empty one, or one that does not exist`,
    );
  if (keepStyle && isEmpty)
    throw new WrongUsage(`--keep-style: the folder ${folder} has no ${STYLE} of an earlier publication`);
}

/** Visitors see the old file or the new one, never a part. */
export function writePublished(folder: string, name: string, body: string | Uint8Array): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, body);
  renameSync(part, path);
}

function isPublication(folder: string): boolean {
  const path = join(folder, STYLE);
  if (!existsSync(path)) return false;
  try {
    const { metadata } = Object(parseJson(readFileSync(path, 'utf8'))) as { metadata?: object };
    return metadata !== undefined && Object.hasOwn(Object(metadata), MARK);
  } catch (error) {
    // Somebody's file of that name, which is no JSON.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
