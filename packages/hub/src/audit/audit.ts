import {
  type AuditEntry,
  type AuditFilter,
  type AuditRecord,
  type AuditTable,
  type JsonObject,
  warn,
} from '@meridian/store';
import { currentActor, type Means } from './actor.ts';

export const AUDIT_ACTIONS = [
  'session.start',
  'session.refuse',
  'session.end',
  'account.create',
  'account.change',
  'token.create',
  'token.revoke',
  'space.create',
  'space.change',
  'space.delete',
  'features.delete',
  'project.publish',
  'project.unpublish',
  'project.delete',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** How long entries stay, and how many. */
export type AuditLimits = { maxAgeMs: number; maxEntries: number };

/** The part of the log that failed sign-ins may take: strangers must not push out what others did. */
const REFUSALS_PART = 1 / 4;
const PRUNE_EVERY_MS = 60 * 60 * 1000;
/** So many new entries, as a part of all that may be there, are a reason to look sooner. */
const PRUNE_PART = 1 / 10;
const LONGEST_SUBJECT = 400;
/** Names of packages and of members are as long as users make them: more than this is not written down. */
const LONGEST_DETAILS = 4000;

/** What an entry is about; `account` where the actor is not yet known, as when someone signs in. */
export type Audited = { subject?: string; account?: string; details?: JsonObject };

/** The log of what changes access or deletes data. Entries travel with the change that they are about. */
export class Audit {
  readonly #table: AuditTable;
  readonly #limits: AuditLimits;
  readonly #otherwise: Means;
  #timer: NodeJS.Timeout | undefined;
  #sincePrune = 0;
  #pruning: Promise<void> | undefined;

  /** `otherwise`: by what things are done that nobody is known to do. */
  constructor(table: AuditTable, limits: AuditLimits, otherwise: Means) {
    this.#table = table;
    this.#limits = limits;
    this.#otherwise = otherwise;
  }

  /** An entry for a change that is about to be made, in the name of its caller. */
  entry(action: AuditAction, { subject = '', account, details = {} }: Audited): AuditEntry {
    const { account: actor = '', ...how } = currentActor() ?? { via: this.#otherwise };
    if (++this.#sincePrune >= this.#limits.maxEntries * PRUNE_PART) this.#prune();
    return {
      at: Date.now(),
      action,
      account: account ?? actor,
      subject: subject.slice(0, LONGEST_SUBJECT),
      details: { ...how, ...bounded(details) },
    };
  }

  /** For what is no change of the catalogue. */
  record(action: AuditAction, audited: Audited): Promise<void> {
    return this.#table.add(this.entry(action, audited));
  }

  /** The newest first, those below the serial number `below`. */
  page(filter: AuditFilter, below: number, limit: number): Promise<AuditRecord[]> {
    return this.#table.page(filter, below, limit);
  }

  /** Removes what is too old or too much, now and every hour. */
  start(): void {
    this.#prune();
    this.#timer = setInterval(() => this.#prune(), PRUNE_EVERY_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#pruning;
  }

  #prune(): void {
    this.#sincePrune = 0;
    const { maxAgeMs, maxEntries } = this.#limits;
    const of = { action: 'session.refuse', max: Math.floor(maxEntries * REFUSALS_PART) };
    this.#pruning ??= this.#table
      .prune({ before: Date.now() - maxAgeMs, max: maxEntries, of })
      .then(
        () => undefined,
        (error: unknown) =>
          warn({
            message: 'old entries of the audit log could not be removed',
            details: { reason: error instanceof Error ? error.message : String(error) },
          }),
      )
      .finally(() => {
        this.#pruning = undefined;
      });
  }
}

function bounded(details: JsonObject): JsonObject {
  return JSON.stringify(details).length <= LONGEST_DETAILS ? details : { tooLong: true };
}
