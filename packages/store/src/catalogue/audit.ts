import type { AuditEntry, AuditFilter, AuditRecord, AuditTable } from '../catalogue.ts';
import { parseStored } from '../model/json/exact-json.ts';
import type { JsonObject } from '../model/json/own.ts';
import { ask, type Effect } from '../read/effect.ts';
import type { CatalogueRows, NewRow, Rules, Tables, Where } from './rows.ts';

export function auditRules(rows: CatalogueRows): Rules<AuditTable> {
  function* removeOlder(where: Where<'auditEntry'>, max: number): Effect<number> {
    const [last] = yield* ask(() => rows.select('auditEntry', [where], 1, { skip: max }));
    return last
      ? yield* ask(() => rows.remove('auditEntry', { ...where, serial: { atMost: last.serial } }))
      : 0;
  }
  return {
    *add(entry) {
      yield* note(rows, entry);
    },
    *page(filter, below, limit) {
      const where = { ...conditionOf(filter), serial: { atMost: below - 1 } };
      const found = yield* ask(() => rows.select('auditEntry', [where], limit, { skip: 0 }));
      return found.map(toRecord);
    },
    *prune({ before, max, of: { action, max: maxOfAction } }) {
      const old = yield* ask(() => rows.remove('auditEntry', { at: { atMost: before - 1 } }));
      return old + (yield* removeOlder({ action }, maxOfAction)) + (yield* removeOlder({}, max));
    },
  };
}

/** Writes what goes into the log with a change, if anything does. */
export function* note(rows: CatalogueRows, entry: AuditEntry | undefined): Effect<void> {
  if (entry) yield* ask(() => rows.insert('auditEntry', toAuditRow(entry)));
}

export function toAuditRow({ at, action, account, subject, details }: AuditEntry): NewRow<'auditEntry'> {
  return { at, action, account, subject: JSON.stringify(subject), body: JSON.stringify(details) };
}

export function toRecord({ subject, body, ...row }: Tables['auditEntry']): AuditRecord {
  return { ...row, subject: JSON.parse(subject), details: parseStored(body) as JsonObject };
}

function conditionOf({ since, until, subject, ...same }: AuditFilter): Where<'auditEntry'> {
  const where: Where<'auditEntry'> = { ...same };
  if (subject !== undefined) where.subject = JSON.stringify(subject);
  if (since !== undefined || until !== undefined)
    where.at = { above: (since ?? 0) - 1, atMost: (until ?? Number.MAX_SAFE_INTEGER) - 1 };
  return where;
}
