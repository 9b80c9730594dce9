import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type CatalogueCall, catalogueTables, effectOf } from '../../../catalogue/calls.ts';
import { catalogueRules } from '../../../catalogue/rules.ts';
import type { Catalogue, SpaceRecord, TokenHolder } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import type { JsonObject } from '../../../model/json/own.ts';
import { settled } from '../../../read/effect.ts';
import { openForReading } from '../database.ts';
import { newFileName } from '../space-files.ts';
import { asCatalogueFault } from './catalogue-file.ts';
import { changedSince, readChanges } from './change-log.ts';
import { SqliteRows } from './sqlite-rows.ts';

const MAX_HOLDERS = 10_000;

/**
 * The catalogue as a process sees it that only reads, beside the one that writes. What every request needs is in memory, and
 * each use begins with a look at the file: whether somebody has written since costs about a microsecond, and rests on no
 * message that could be late.
 */
export class ReadCatalogue {
  readonly #known = new Map<string, SpaceRecord>();
  readonly #holders = new Map<string, TokenHolder>();
  readonly #database: DatabaseSync;
  readonly #rows: SqliteRows;
  readonly #rules: ReturnType<typeof catalogueRules>;
  readonly #dataVersion: StatementSync;
  /** What SQLite called the state of the file that memory was brought up to. */
  #seen: unknown;
  #version = -1;

  constructor(path: string) {
    this.#database = openForReading(path);
    this.#rows = new SqliteRows(this.#database);
    this.#rules = catalogueRules(this.#rows, newFileName);
    this.#dataVersion = this.#database.prepare('PRAGMA data_version');
    this.#dataVersion.setReturnArrays(true);
    this.refresh();
  }

  get catalogue(): Catalogue {
    const tables = catalogueTables(async (call) => this.#run(call));
    return {
      ...tables,
      keys: { ...tables.keys, getOrAdd: async (name) => this.#key(name) },
      tokens: { ...tables.tokens, bySecret: (secretHash) => this.#bySecret(secretHash) },
      spaces: { ...tables.spaces, known: this.#known },
      refresh: async () => this.refresh(),
    };
  }

  /** Brings memory up to everything that was acknowledged before the call. */
  refresh(): void {
    try {
      // Looked at before the rows: what comes between is found by the next look.
      const [now] = this.#dataVersion.get() as unknown as [number];
      if (now === this.#seen) return;
      this.#snapshot(() => this.#learn());
      this.#seen = now;
    } catch (error) {
      throw asCatalogueFault(error);
    }
  }

  close(): void {
    this.#database.close();
  }

  #learn(): void {
    const log = readChanges(this.#database);
    if (log.version === this.#version) return;
    this.#holders.clear();
    const changed = changedSince(log, this.#version);
    if (changed) for (const id of changed) this.#learnSpace(id);
    else {
      this.#known.clear();
      for (const row of this.#rows.select('space', [{}])) this.#known.set(row.id, recordOf(row));
    }
    this.#version = log.version;
  }

  #learnSpace(id: string): void {
    const [row] = this.#rows.select('space', [{ id }], 1);
    // Created again, it comes last; changed, it keeps its position.
    if (this.#known.get(id)?.serial !== row?.serial) this.#known.delete(id);
    if (row) this.#known.set(id, recordOf(row));
  }

  #bySecret(secretHash: string): TokenHolder | undefined {
    this.refresh();
    const known = this.#holders.get(secretHash);
    if (known) return known;
    const holder = this.#settle(() => settled(this.#rules.tokens.bySecret(secretHash)));
    if (this.#holders.size >= MAX_HOLDERS) this.#holders.clear();
    if (holder) this.#holders.set(secretHash, holder);
    return holder;
  }

  /** The process that writes has made it. */
  #key(name: string): string {
    const [row] = this.#settle(() => this.#rows.select('serverKey', [{ name }], 1));
    if (!row) throw new Error(`there is no key ${name} yet`);
    return row.value;
  }

  #run(call: CatalogueCall): unknown {
    return this.#settle(() => settled(effectOf(this.#rules, call)));
  }

  #settle<T>(read: () => T): T {
    try {
      return this.#snapshot(read);
    } catch (error) {
      throw asCatalogueFault(error);
    }
  }

  /** All of it from one moment. */
  #snapshot<T>(read: () => T): T {
    this.#database.exec('BEGIN');
    try {
      return read();
    } finally {
      if (this.#database.isTransaction) this.#database.exec('COMMIT');
    }
  }
}

function recordOf({ serial, id, storageKey, body }: Omit<SpaceRecord, 'definition'> & { body: string }) {
  return { serial, id, storageKey, definition: parseStored(body) as JsonObject };
}
