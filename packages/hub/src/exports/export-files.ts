import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportRecord, isOpen } from './export-record.ts';

export type ExportLimits = {
  /** Where the files are; several servers may share it. */
  folder: string;
  /** Of all files together. */
  maxBytes: number;
  /** From the beginning of an export to the deletion of its file. */
  lifetimeMs: number;
};

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const RECORD = '.json';
const DATA = '.data';
/** A record of an export that goes on is written at least this often; ten times later its server has gone. */
export const RENEWED_MS = 3000;
const ABANDONED_MS = 10 * RENEWED_MS;
const STOPPED = 'the server that wrote the file was stopped; export it again';

/**
 * The files of export jobs, each with a record beside it. The folder is the truth: servers that share it see each other's
 * exports, and a restart loses none. Records of exports that have ended never change again and are read once.
 */
export class ExportFiles {
  readonly limits: ExportLimits;
  readonly #ended = new Map<string, ExportRecord>();

  constructor(limits: ExportLimits) {
    mkdirSync(limits.folder, { recursive: true, mode: 0o700 });
    this.limits = limits;
  }

  newId(): string {
    return randomUUID();
  }

  /** The record as it is to be read from now on. */
  async store(record: ExportRecord): Promise<void> {
    const path = this.#path(record.id, RECORD);
    const written = `${path}.${randomUUID()}`;
    await writeFile(written, JSON.stringify(record), { mode: 0o600, flush: true });
    await rename(written, path);
  }

  /** Undefined where there is none, or it has expired. */
  async find(id: string): Promise<ExportRecord | undefined> {
    const record = ID.test(id) ? await this.#read(id) : undefined;
    return record && record.expiresAt > Date.now() ? record : undefined;
  }

  /** In the order in which they were begun. */
  async all(): Promise<ExportRecord[]> {
    const now = Date.now();
    const ids = recordsAmong(await readdir(this.limits.folder));
    this.#forgetAllBut(ids);
    const records = await Promise.all(ids.map((id) => this.#ended.get(id) ?? this.#read(id)));
    return records
      .flatMap((record) => (record && record.expiresAt > now ? record : []))
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  async usedBytes(account?: string): Promise<number> {
    const records = await this.all();
    return records.reduce(
      (sum, record) => (account === undefined || record.account === account ? sum + record.bytes : sum),
      0,
    );
  }

  /** Of the file itself. */
  pathOf(id: string): string {
    return this.#path(id, DATA);
  }

  open(id: string): Promise<FileHandle> {
    return open(this.pathOf(id), 'r');
  }

  /** The record goes first: a file without one is swept away later. */
  async remove(id: string): Promise<void> {
    await rm(this.#path(id, RECORD), { force: true });
    await rm(this.pathOf(id), { force: true });
  }

  /** Deletes what has expired, and what was left behind. */
  async sweep(): Promise<void> {
    const now = Date.now();
    const names = await readdir(this.limits.folder);
    this.#forgetAllBut(recordsAmong(names));
    for (const name of names) {
      const id = name.slice(0, 36);
      if (!ID.test(id)) continue;
      const record = this.#ended.get(id) ?? (await this.#read(id));
      if (record ? record.expiresAt <= now : await this.#isOld(name, now)) await this.remove(id);
      else if (record && name.length > id.length + RECORD.length && (await this.#isOld(name, now)))
        await rm(join(this.limits.folder, name), { force: true });
    }
  }

  #forgetAllBut(ids: readonly string[]): void {
    const there = new Set(ids);
    for (const id of this.#ended.keys()) if (!there.has(id)) this.#ended.delete(id);
  }

  async #read(id: string): Promise<ExportRecord | undefined> {
    const path = this.#path(id, RECORD);
    try {
      const record: ExportRecord = JSON.parse(await readFile(path, 'utf8'));
      if (!isOpen(record)) {
        this.#ended.set(id, record);
        return record;
      }
      if (Date.now() - (await stat(path)).mtimeMs < ABANDONED_MS) return record;
      return { ...record, state: 'failed', error: STOPPED };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #isOld(name: string, now: number): Promise<boolean> {
    try {
      return now - (await stat(join(this.limits.folder, name))).mtimeMs > ABANDONED_MS;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  #path(id: string, ending: string): string {
    return join(this.limits.folder, id + ending);
  }
}

function recordsAmong(names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith(RECORD)).map((name) => name.slice(0, -RECORD.length));
}
