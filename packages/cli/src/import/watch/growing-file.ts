import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '../../admin-backend.ts';

/** Up to where a file was read: which file it was, and what stood before that position. */
export type Bookmark = { ino: number; offset: number; digest: string };

/** Lines that are there, and where they began. */
export type Batch = { bytes: Buffer; from: number };

const DIGEST_BYTES = 1024;
const BATCH_BYTES = 8 * 1024 ** 2;
/** The longest line. */
const MAX_LINE_BYTES = 64 * 1024 ** 2;
const NEWLINE = 0x0a;

/**
 * A file that others append lines to, read from a bookmark on. When it is renamed and a new one takes its name, the rest of the
 * old one is read first; when it is emptied, reading starts at its beginning.
 */
export class GrowingFile {
  readonly #path: string;
  #descriptor: number | undefined;
  #offset = 0;
  #ino = 0;
  readonly #onNotice: (text: string) => void;

  constructor(path: string, bookmark: Bookmark | undefined, onNotice: (text: string) => void) {
    this.#path = path;
    this.#onNotice = onNotice;
    if (bookmark !== undefined) this.#goTo(bookmark);
  }

  /** Where reading goes on when everything that was given out is acknowledged. */
  get bookmark(): Bookmark {
    return { ino: this.#ino, offset: this.#offset, digest: this.#digest(this.#offset) };
  }

  /** Whole lines that were not given out yet; undefined if there are none now. `advance` when they are written. */
  next(): Batch | undefined {
    if (this.#descriptor === undefined && !this.#open(this.#path)) return undefined;
    const { size } = fstatSync(this.#descriptor!);
    if (size < this.#offset) {
      this.#onNotice('it was emptied: reading it from its start');
      this.#offset = 0;
    }
    const isOld = this.#isReplaced();
    const bytes = this.#lines(size, isOld);
    if (bytes !== undefined) return { bytes, from: this.#offset };
    if (!isOld) return undefined;
    this.close();
    this.#onNotice('another file has its name now: reading that one');
    return this.next();
  }

  advance({ bytes, from }: Batch): void {
    this.#offset = from + bytes.length;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#offset = 0;
  }

  /** The file that was read, under its own or another name; else the one of that name from its start. */
  #goTo(bookmark: Bookmark): void {
    const candidates = [this.#path, ...renamed(this.#path, bookmark.ino)];
    for (const path of candidates) {
      if (statSync(path, { throwIfNoEntry: false })?.ino !== bookmark.ino || !this.#open(path)) continue;
      if (this.#digest(bookmark.offset) === bookmark.digest) {
        this.#offset = bookmark.offset;
        return;
      }
      this.close();
    }
    this.#onNotice('the file that was read last is not there any more: reading this one from its start');
  }

  #open(path: string): boolean {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
    this.#descriptor = openSync(path, 'r');
    this.#ino = fstatSync(this.#descriptor).ino;
    return true;
  }

  #isReplaced(): boolean {
    const now: Stats | undefined = statSync(this.#path, { throwIfNoEntry: false });
    return now !== undefined && now.ino !== this.#ino;
  }

  /** @param isOld nobody writes to it any more: its last line is whole, too */
  #lines(size: number, isOld: boolean): Buffer | undefined {
    const left = size - this.#offset;
    for (let length = Math.min(left, BATCH_BYTES); length > 0; length = Math.min(left, 2 * length)) {
      const bytes = this.#read(this.#offset, length);
      const end = bytes.lastIndexOf(NEWLINE);
      if (end >= 0) return bytes.subarray(0, end + 1);
      if (bytes.length >= left) return isOld ? bytes : undefined;
      if (length >= MAX_LINE_BYTES)
        throw new Refusal(
          `${this.#path} has a line of more than ${MAX_LINE_BYTES} bytes (byte ${this.#offset})`,
        );
    }
    return undefined;
  }

  #read(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(this.#descriptor!, bytes, 0, length, from));
  }

  #digest(offset: number): string {
    if (this.#descriptor === undefined) return '';
    const from = Math.max(0, offset - DIGEST_BYTES);
    return hash('sha256', this.#read(from, offset - from), 'base64url');
  }
}

/** What was renamed stays in its folder, as a rule: `events.ndjson.1`. */
function renamed(path: string, ino: number): string[] {
  const folder = dirname(path);
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((other) => other !== path && statSync(other, { throwIfNoEntry: false })?.ino === ino);
}
