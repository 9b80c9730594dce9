import { randomUUID } from 'node:crypto';
import { type Feature, NAMESPACE } from '../../model/feature/feature.ts';
import type { JsonObject } from '../../model/json/own.ts';
import type { NewRow, StoredRow } from '../write/feature-table.ts';
import { jsonDiff } from './json-diff.ts';

export const STORAGE_MODES = ['FULL', 'DIFF_ONLY'] as const;
export type StorageMode = (typeof STORAGE_MODES)[number];

/** Where the changes of a space are recorded, and how much of them. */
export type ActivityLogTarget = { spaceId: string; storageMode: StorageMode };

/** The member of a log entry's properties that says what happened. */
export const LOG_NAMESPACE = '@ns:com:here:xyz:log';

export type Action = 'SAVE' | 'UPDATE' | 'DELETE';

/** An entry that waits to be written into its log. `feature` is the id of what was changed. */
export type OutboxEntry = { seq: number; spaceId: string; feature: string; text: string };

type State = Pick<NewRow | StoredRow, 'feature' | 'createdAt' | 'updatedAt'>;

/** Turns the changes of one request into entries of the logs, inside the transaction that makes them. */
export class ActivityRecorder {
  readonly #space: string;
  readonly #targets: readonly ActivityLogTarget[];
  readonly #now: number;
  readonly #add: (entry: Omit<OutboxEntry, 'seq'>) => void;

  constructor(
    space: string,
    targets: readonly ActivityLogTarget[],
    now: number,
    add: (entry: Omit<OutboxEntry, 'seq'>) => void,
  ) {
    this.#space = space;
    this.#targets = targets;
    this.#now = now;
    this.#add = add;
  }

  saved(row: State): void {
    this.#record('SAVE', row);
  }

  updated(before: State, row: State): void {
    const steps = jsonDiff(plain(before.feature), plain(row.feature));
    const count = (op: string) => steps.filter((step) => step.op === op).length;
    const diff = { add: count('add'), remove: count('remove'), replace: count('replace'), ops: steps };
    this.#record('UPDATE', row, { diff });
  }

  deleted(before: State): void {
    this.#record('DELETE', before);
  }

  #record(action: Action, { feature, createdAt, updatedAt }: State, more: JsonObject = {}): void {
    const log = {
      id: feature.id,
      action,
      changedAt: this.#now,
      original: { space: this.#space, createdAt, updatedAt },
      ...more,
    };
    for (const { spaceId, storageMode } of this.#targets) {
      const entry = storageMode === 'FULL' ? wholeEntry(feature, log) : bareEntry(log);
      // Made here and stored with the entry: it may be delivered twice, and is the same feature both times.
      const text = JSON.stringify({ type: 'Feature', id: randomUUID(), ...entry });
      this.#add({ spaceId, feature: feature.id, text });
    }
  }
}

function wholeEntry({ geometry, properties, tags, foreign }: Feature, log: JsonObject): JsonObject {
  return {
    geometry,
    properties: { ...properties, [LOG_NAMESPACE]: log, [NAMESPACE]: { tags } },
    ...foreign,
  };
}

function bareEntry(log: JsonObject): JsonObject {
  return { geometry: null, properties: { [LOG_NAMESPACE]: log } };
}

/** What of a feature is compared. */
function plain({ geometry, properties, tags, foreign }: Feature): JsonObject {
  return { ...foreign, geometry, properties: { ...properties, [NAMESPACE]: { tags } } };
}
