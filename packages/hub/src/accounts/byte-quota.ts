import { type Account, Fault, type FeatureStore, invalid, isVirtual, type SpaceRef } from '@meridian/store';
import type { Space } from '../spaces/space.ts';

/** What an account has stored, in bytes: features with their indexes, history, derived data, files of exports. No maximum: as much as it likes. */
export type ByteUsage = { usedBytes: number; maxBytes?: number };

/** A space whose content is of this version takes so much. */
type KnownSize = { bytes: number; version: number; at: number };

/** What others wrote, to the same database, is seen after so long; derived data that grew without a write as well. */
const HOLDS_MS = { usage: 1000, size: 60_000 };

/** Sizes of spaces that are gone are forgotten with all others. */
const MAX_KNOWN_SIZES = 100_000;

/**
 * How much each account may store. Sizes are what the engine knows of each space, without looking into it, and are asked
 * again only for spaces that have changed.
 */
export class ByteQuota {
  readonly #features: FeatureStore;
  readonly #spaces: () => Iterable<Space>;
  readonly #account: (id: string) => Promise<Account | undefined>;
  readonly #exported: (account: string) => Promise<number>;
  readonly #defaultMaxBytes: number;
  readonly #usages = new Map<string, { usage: ByteUsage; at: number }>();
  readonly #sizes = new Map<string, KnownSize>();

  /** `exported`: the bytes of files that are not in a space. `defaultMaxBytes`: of accounts without a quota of their own; 0 sets none. */
  constructor(
    features: FeatureStore,
    spaces: () => Iterable<Space>,
    account: (id: string) => Promise<Account | undefined>,
    exported: (account: string) => Promise<number>,
    defaultMaxBytes: number,
  ) {
    this.#features = features;
    this.#spaces = spaces;
    this.#account = account;
    this.#exported = exported;
    this.#defaultMaxBytes = defaultMaxBytes;
  }

  /** A fault where the owner of a space has no room for so much more. Only the owner learns how much that is. */
  async requireRoom(owner: string, moreBytes: number, caller: string): Promise<void> {
    const { usedBytes, maxBytes } = await this.#current(owner);
    if (maxBytes === undefined || usedBytes + moreBytes <= maxBytes) return;
    throw new Fault(
      'full',
      owner === caller
        ? `the account has stored ${usedBytes} bytes and may store ${maxBytes}; this request brings ${moreBytes}. Delete something (deletes are always accepted), or ask an administrator for more`
        : 'the owner of the space has stored as much as the quota allows; deletes are accepted',
    );
  }

  /** Something was written for this owner: what it takes is asked for again. */
  written(owner: string): void {
    if (this.#usages.get(owner)?.usage.maxBytes !== undefined) this.#usages.delete(owner);
  }

  /** The account may have another quota now. */
  accountChanged(account: string): void {
    this.#usages.delete(account);
  }

  /** What an account has stored by now. */
  async usage(account: Account): Promise<ByteUsage> {
    const maxBytes = maxBytesOf(account, this.#defaultMaxBytes);
    const usedBytes = (await this.#usedBytes(account.id)) + (await this.#exported(account.id));
    return { usedBytes, ...(maxBytes === undefined ? {} : { maxBytes }) };
  }

  async #current(owner: string): Promise<ByteUsage> {
    const known = this.#usages.get(owner);
    if (known && performance.now() - known.at < HOLDS_MS.usage) return known.usage;
    const account = await this.#account(owner);
    const isLimited = account && maxBytesOf(account, this.#defaultMaxBytes) !== undefined;
    const usage = isLimited ? await this.usage(account) : { usedBytes: 0 };
    this.#usages.set(owner, { usage, at: performance.now() });
    return usage;
  }

  async #usedBytes(owner: string): Promise<number> {
    const spaces: SpaceRef[] = [];
    for (const space of this.#spaces())
      if (space.owner === owner && !isVirtual(space.definition)) spaces.push(space.record);
    const contents = await this.#features.contents(spaces);
    const now = performance.now();
    const outdated = spaces.filter(({ storageKey }, i) => {
      const known = this.#sizes.get(storageKey);
      return !known || known.version !== contents[i]!.version || now - known.at > HOLDS_MS.size;
    });
    if (this.#sizes.size > MAX_KNOWN_SIZES) this.#sizes.clear();
    const sizes = await this.#features.usedBytes(outdated);
    const versions = new Map(spaces.map(({ storageKey }, i) => [storageKey, contents[i]!.version]));
    for (const [i, { storageKey }] of outdated.entries())
      this.#sizes.set(storageKey, { bytes: sizes[i]!, version: versions.get(storageKey)!, at: now });
    return spaces.reduce((sum, { storageKey }) => sum + (this.#sizes.get(storageKey)?.bytes ?? 0), 0);
  }
}

/** The member of an account in which administrators set its own quota: bytes, or `unlimited`. */
export const MAX_BYTES = 'maxBytes';
const UNLIMITED = 'unlimited';

function maxBytesOf({ profile }: Account, defaultMaxBytes: number): number | undefined {
  const own = profile[MAX_BYTES];
  if (typeof own === 'number') return own;
  return own === UNLIMITED || defaultMaxBytes === 0 ? undefined : defaultMaxBytes;
}

/** What a change says of the quota; null where the default is to hold again, undefined where it says nothing. */
export function readMaxBytes(value: unknown): number | string | null {
  if (value === null || value === UNLIMITED) return value;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalid(
      `maxBytes must be a whole number of bytes, "unlimited", or null for the default, not ${JSON.stringify(value)}`,
    );
  return value;
}
