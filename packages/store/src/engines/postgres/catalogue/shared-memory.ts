import type { Provisional, SpaceRecord, TokenHolder, TokenTable } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import type { JsonObject } from '../../../model/json/own.ts';
import type { Database } from '../database.ts';

type ChangedRow = { version: number; count: number; serial: number | null } & {
  id: string;
  storageKey: string;
  body: string;
};

const MAX_HOLDERS = 10_000;

/**
 * What every request needs is cached in memory: the spaces, and who is behind a token. Other processes change it too, so
 * each use begins with a look at the version of the catalogue; all that come while one look is under way share the next.
 *
 * A request that reads does without that look. It is decided by memory as it is, and the statement that it sends anyway
 * gives the version of the catalogue besides. Versions only grow. So if a statement that was sent after the request came
 * has found the version that memory had when the request came, then memory was current at that moment, and the decision
 * is the one that a look at that moment would have led to. If not, nothing of it counts, and the request begins again
 * with a look.
 */
export class SharedMemory {
  readonly known = new Map<string, SpaceRecord>();
  readonly #database: Database;
  readonly #holders = new Map<string, TokenHolder>();
  #version = 0;
  /** Counts the uses of memory that are to be confirmed: a statement confirms those that began before it was sent. */
  #uses = 0;
  /** The latest use for which a statement has found the version that memory has. */
  #confirmed = 0;
  #looking: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A use of memory as it is now. */
  #provisional(): Provisional {
    const [version, use] = [this.#version, ++this.#uses];
    let isConfirmed = false;
    const look = () => {
      isConfirmed ||= this.#version === version && this.#confirmed >= use;
      return isConfirmed;
    };
    return {
      get isConfirmed() {
        return look();
      },
    };
  }

  /** To be called when a statement is sent that gives the version of the catalogue; what it gives, with what it found. */
  watch(): (version: number) => void {
    const sentAt = this.#uses;
    return (version) => {
      if (version === this.#version) this.#confirmed = Math.max(this.#confirmed, sentAt);
    };
  }

  /** Resolves when memory has everything that was acknowledged before the call, by whichever process. */
  refresh(): Promise<void> {
    // The look that is under way may have begun before what the caller must see.
    if (this.#looking) {
      this.#next ??= this.#looking.then(
        () => this.#start(),
        () => this.#start(),
      );
      return this.#next;
    }
    return this.#start();
  }

  #start(): Promise<void> {
    this.#next = undefined;
    const looking = this.#look().finally(() => {
      if (this.#looking === looking) this.#looking = undefined;
    });
    this.#looking = looking;
    return looking;
  }

  async #look(): Promise<void> {
    const row = await this.#database.first<{ version: number }>('SELECT version FROM catalogue');
    if (row!.version !== this.#version) await this.#learn(row!.version < this.#version ? 0 : this.#version);
  }

  /** A version below the known one is another database in place of the old one: everything is read again. */
  async #learn(since: number): Promise<void> {
    const rows = await this.#database.rows<ChangedRow>(
      `SELECT version, (SELECT count(*) FROM space) AS count, serial, id, place AS "storageKey", body
        FROM catalogue LEFT JOIN space ON changed > $1 ORDER BY serial`,
      [since],
    );
    if (since === 0) this.known.clear();
    for (const row of rows) if (row.serial !== null) this.#remember({ ...row, serial: row.serial });
    const { version, count } = rows[0]!;
    if (this.known.size !== count) await this.#forgetGone();
    this.#holders.clear();
    if (version !== this.#version) this.#confirmed = 0;
    this.#version = version;
  }

  #remember({ serial, id, storageKey, body }: ChangedRow & { serial: number }): void {
    // Created again, it comes last; changed, it keeps its position.
    if (this.known.get(id)?.serial !== serial) this.known.delete(id);
    this.known.set(id, { serial, id, storageKey, definition: parseStored(body) as JsonObject });
  }

  async #forgetGone(): Promise<void> {
    const rows = await this.#database.rows<{ serial: number }>('SELECT serial FROM space');
    const there = new Set(rows.map(({ serial }) => serial));
    for (const [id, { serial }] of this.known) if (!there.has(serial)) this.known.delete(id);
  }

  /** The same look-up of tokens, from memory where that has it. */
  remembering(tokens: TokenTable): TokenTable {
    return {
      ...tokens,
      bySecret: async (secretHash) => {
        await this.refresh();
        return this.#holders.get(secretHash) ?? this.#holderOf(tokens, secretHash);
      },
      cached: (secretHash) => {
        const holder = this.#holders.get(secretHash);
        return holder && { holder, provisional: this.#provisional() };
      },
    };
  }

  async #holderOf(tokens: TokenTable, secretHash: string): Promise<TokenHolder | undefined> {
    const version = this.#version;
    const holder = await tokens.bySecret(secretHash);
    // What was read before memory was cleared may be what it was cleared of.
    if (holder && version === this.#version) {
      if (this.#holders.size >= MAX_HOLDERS) this.#holders.clear();
      this.#holders.set(secretHash, holder);
    }
    return holder;
  }
}
