import { hash } from 'node:crypto';
import { isObject, type JsonObject } from '@meridian/store';
import { everyMs, type ImportDefinition, importOf } from './import-member.ts';
import { shownSource } from './shown-source.ts';

/** The member of a stored definition that has what became of its imports. It is shown within `import`. */
export const IMPORT_STATE = '@import';

export type ImportCounts = {
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  deleted: number;
  refused: number;
  repeated: number;
  /** Features that were repaired. */
  repaired: number;
};

/** `guessed`: what the source does not say and was found out, and what of it was left out: `delimiter ";"`. */
export type ImportSummary = ImportCounts & { guessed: string[] };

export type ImportResult = { startedAt: number; endedAt: number } & (
  | { error: string }
  | (ImportSummary & { error?: undefined; atomic: boolean })
);

export type ImportState = {
  /** Of the definition that it was run with: another one is due at once. */
  settings: string;
  /** While a hub is at it: until then no other one begins, even where that hub has died. */
  lease?: { holder: string; startedAt: number; until: number };
  /** Runs that failed since the last good one. */
  failures: number;
  last?: ImportResult;
  lastGood?: ImportResult;
};

const RETRY_MS = 10 * 60_000;

/** Only the hub writes this member. */
export function importStateOf({ [IMPORT_STATE]: state }: JsonObject): ImportState | undefined {
  return isObject(state) ? (state as unknown as ImportState) : undefined;
}

export function settingsOf(definition: ImportDefinition): string {
  return hash('sha256', JSON.stringify(definition), 'base64url').slice(0, 22);
}

/** When the next run may begin. A source that fails is asked again soon, then less and less often. */
export function nextRunAt(definition: ImportDefinition, state: ImportState | undefined): number {
  const free = state?.lease?.until ?? 0;
  if (state?.last === undefined || state.settings !== settingsOf(definition)) return free;
  const every = everyMs(definition.every, 'import.every');
  const { failures, last } = state;
  const pause = failures === 0 ? every : Math.min(every, RETRY_MS * 2 ** Math.min(failures - 1, 20));
  return Math.max(free, last.startedAt + pause);
}

/** The member `import` as who manages the space sees it. */
export function shownImport(definition: JsonObject, now: number): JsonObject | undefined {
  const settings = importOf(definition);
  if (settings === undefined) return undefined;
  const state = importStateOf(definition);
  const { lease, failures = 0, last, lastGood } = state ?? {};
  return {
    ...settings,
    source: shownSource(settings.source),
    state: {
      running: lease !== undefined && lease.until > now,
      nextRunAt: nextRunAt(settings, state),
      failures,
      ...(last && { last }),
      ...(lastGood && { lastGood }),
    },
  };
}
