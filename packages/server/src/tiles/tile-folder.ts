import { constants, statSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault, missing } from '@meridian/hub';

const ENDING = '.pmtiles';
/** No separators, and nothing hidden. */
const NAME = /^[\w-][\w.-]{0,199}$/;
const MAX_LISTED = 1000;

/** What is not there, or not a file of this folder itself: links are not followed, wherever they lead. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'EMLINK',
  'ENXIO',
  'ENAMETOOLONG',
]);

/** An archive of the folder, opened. Whoever opens it closes the handle. */
export type OpenArchive = { name: string; handle: FileHandle; size: number; etag: string };

/** The folder can't be used; the message says why, and the server does not start. */
export class TileFolderUnusable extends Error {
  readonly code = 'TILE_FOLDER_UNUSABLE';
}

/** PMTiles files that the operator lets everybody read, by their names without the ending. */
export class TileFolder {
  readonly #folder: string | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** A setting that names no folder is reported at the start, not by every request. */
  refuseUnusable(): void {
    if (this.#folder === undefined) return;
    if (!statSync(this.#folder, { throwIfNoEntry: false })?.isDirectory())
      throw new TileFolderUnusable(`MERIDIAN_TILES: ${this.#folder} is no folder`);
  }

  async names(): Promise<string[]> {
    if (this.#folder === undefined) return [];
    const entries = await readdir(this.#folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
      .map((entry) => entry.name.slice(0, -ENDING.length))
      .filter((name) => NAME.test(name))
      .sort()
      .slice(0, MAX_LISTED);
  }

  async open(name: string): Promise<OpenArchive> {
    if (this.#folder === undefined || !NAME.test(name)) throw missing();
    const handle = await this.#openFile(join(this.#folder, name + ENDING), name);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw missing();
      const { size, mtimeMs, ino } = found;
      // The very file that is open: one that replaces it has another tag.
      const etag = `"${[size, Math.floor(mtimeMs), ino].map((part) => part.toString(36)).join('-')}"`;
      return { name, handle, size, etag };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async #openFile(path: string, name: string): Promise<FileHandle> {
    try {
      // Without waiting for the other end of a pipe that has such a name.
      return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (NOT_THERE.has(code)) throw missing();
      throw new Fault('damaged', `the file ${name}${ENDING} can't be read (${code})`);
    }
  }
}
