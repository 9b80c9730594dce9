import { type Catalogue, warn } from '@meridian/store';

/** When a token or session was last used, in milliseconds since 1970; of a session also by which program. */
export type LastUse = { at: number; program?: string };

/** By the id of the token, or the hash of the session's. */
export type LastUsesOfAccount = { readonly [id: string]: LastUse };

/** A use so soon after another is not recorded: a busy token costs one small write in this time. */
const PRECISION_MS = 5 * 60_000;
const SAVE_EVERY_MS = 60_000;
/** So many are remembered as recorded; beyond it all are forgotten, and recorded again when they are used. */
const MAX_RECORDED = 100_000;
/** Another hub may change the same account's uses; then they are read again. */
const MAX_TRIES = 5;
const MAX_PROGRAM_LENGTH = 200;

/** Receives each use that is to be saved; `account` owns the token or session. */
export type TellUse = (id: string, account: string, use: LastUse) => void;

/**
 * Knows when each token and session was last used, to within five minutes. Uses are gathered in memory and saved every
 * minute, so no request waits for it; a process that dies loses that minute. The catalogue has a text per account, which
 * several hubs share.
 */
export class LastUses {
  readonly #catalogue: Catalogue;
  readonly #tell: TellUse | undefined;
  readonly #recorded = new Map<string, number>();
  /** By account and id. */
  #unsaved = new Map<string, Map<string, LastUse>>();
  #saving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** `tell`: where another process saves them. */
  constructor(catalogue: Catalogue, tell?: TellUse) {
    this.#catalogue = catalogue;
    this.#tell = tell;
  }

  start(): void {
    this.#timer = setInterval(() => void this.save(), SAVE_EVERY_MS);
    this.#timer.unref();
  }

  /** Called with every request: it must cost next to nothing. */
  record(id: string, account: string, now: number, program?: string): void {
    const last = this.#recorded.get(id);
    if (last !== undefined && now - last < PRECISION_MS) return;
    if (this.#recorded.size >= MAX_RECORDED) this.#recorded.clear();
    this.#recorded.set(id, now);
    const use = {
      at: now,
      ...(program === undefined ? {} : { program: program.slice(0, MAX_PROGRAM_LENGTH) }),
    };
    if (this.#tell) this.#tell(id, account, use);
    else this.#remember(account, id, use);
  }

  async of(account: string): Promise<LastUsesOfAccount> {
    await this.save();
    const saved = readUses(await this.#catalogue.keys.getOrAdd(keyOf(account), NONE));
    // What could not be saved just now is known all the same.
    return { ...saved, ...Object.fromEntries(this.#unsaved.get(account) ?? []) };
  }

  /** What cannot be saved, because the store takes no writes, is logged and tried again with the next ones. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
  }

  async #save(): Promise<void> {
    const unsaved = this.#unsaved;
    this.#unsaved = new Map();
    for (const [account, uses] of unsaved) {
      const isSaved = await this.#saveAccount(account, uses).catch(failedToSave);
      if (!isSaved) for (const [id, use] of uses) this.#remember(account, id, use);
    }
  }

  async #saveAccount(account: string, uses: Map<string, LastUse>): Promise<boolean> {
    const { keys, tokens, sessions } = this.#catalogue;
    const key = keyOf(account);
    const there = new Set([
      ...(await tokens.ofAccount(account)).map(({ id }) => id),
      ...(await sessions.ofAccount(account)).map(({ idHash }) => idHash),
    ]);
    for (let i = 0; i < MAX_TRIES; i++) {
      const before = await keys.getOrAdd(key, NONE);
      const known = Object.entries(readUses(before)).filter(([id]) => there.has(id));
      const merged = new Map(known);
      for (const [id, use] of uses)
        if (there.has(id) && use.at > (merged.get(id)?.at ?? 0)) merged.set(id, use);
      const after = JSON.stringify(Object.fromEntries(merged));
      if (after === before || (await keys.swap(key, before, after))) return true;
    }
    return false;
  }

  #remember(account: string, id: string, use: LastUse): void {
    const uses = this.#unsaved.get(account) ?? new Map<string, LastUse>();
    this.#unsaved.set(account, uses);
    if (use.at > (uses.get(id)?.at ?? 0)) uses.set(id, use);
  }
}

const NONE = '{}';

function failedToSave(error: Error): false {
  const message = 'the last uses of tokens and sessions could not be saved, which is tried again';
  warn({ message, details: { reason: error.message } });
  return false;
}

function keyOf(account: string): string {
  return `last uses of ${account}`;
}

function readUses(text: string): LastUsesOfAccount {
  return JSON.parse(text);
}
