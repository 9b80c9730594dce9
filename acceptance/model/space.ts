import { created, type Entry, type FeatureInput, patched, replaced, type TagChange } from './feature.ts';
import type { Walk } from './iteration.ts';
import type { IfExists, Modification } from './modification.ts';
import { hasTags, type TagFilter } from './tags.ts';
import { merged, type Versions } from './versions.ts';

export interface Write extends TagChange {
  readonly modifications: readonly Modification[];
  readonly transactional: boolean;
  readonly prefixId: string;
}

export interface Failure {
  readonly position: number;
  readonly status: 400 | 409;
  readonly id?: string;
}

export interface Outcome {
  readonly features: Entry[];
  readonly inserted: string[];
  readonly updated: string[];
  readonly deleted: string[];
  readonly failed: Failure[];
}

/** A plain model of one space, written from the contract: a map in insertion order. */
export class SpaceModel {
  entries = new Map<string, Entry>();
  walk: Walk | undefined;
  readonly id: string;
  /** Where the space keeps them. */
  readonly versions: Versions | undefined;

  constructor(id: string, versions?: Versions) {
    this.id = id;
    this.versions = versions;
  }

  /** `newId` names the features that come without an id, as the server did in its response. */
  write(write: Write, newId: () => string): Outcome {
    const draft = new Map(this.entries);
    const outcome: Outcome = { features: [], inserted: [], updated: [], deleted: [], failed: [] };
    let position = 0;
    for (const modification of write.modifications) {
      const seen = new Set<string>();
      for (const input of modification.features) {
        const failure = writeOne(draft, outcome, seen, input, modification, write, newId, this.versions);
        if (failure) outcome.failed.push({ ...failure, position });
        position += 1;
      }
      for (const id of modification.ids ?? []) {
        const failure = touchOne(draft, outcome, id, modification);
        if (failure) outcome.failed.push({ ...failure, position });
        position += 1;
      }
    }
    if (!write.transactional || outcome.failed.length === 0) {
      this.entries = draft;
      this.#forget(outcome.deleted);
      const { inserted, updated, deleted } = outcome;
      if (inserted.length + updated.length + deleted.length > 0) this.versions?.add(draft);
    }
    return outcome;
  }

  remove(ids: readonly string[] | undefined, filter: TagFilter): string[] {
    const gone = [...this.entries.values()]
      .filter((entry) => (!ids || ids.includes(entry.id)) && hasTags(entry.tags, filter))
      .map(({ id }) => id);
    for (const id of gone) this.entries.delete(id);
    this.#forget(gone);
    if (gone.length > 0) this.versions?.add(this.entries);
    return gone;
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) this.walk?.gone.add(id);
  }
}

type Fault = Omit<Failure, 'position'>;

function writeOne(
  draft: Map<string, Entry>,
  outcome: Outcome,
  seen: Set<string>,
  input: FeatureInput,
  modification: Modification,
  write: Write,
  newId: () => string,
  versions: Versions | undefined,
): Fault | undefined {
  const given = input.id === undefined ? undefined : `${write.prefixId}${input.id}`;
  const named = given === undefined ? {} : { id: given };
  if (input.faulty || (given !== undefined && seen.has(given))) return { status: 400, ...named };
  if (given !== undefined) seen.add(given);
  const stored = given === undefined ? undefined : draft.get(given);
  const conflict = given !== undefined && versions?.isConflict(given, stored, input, modification);
  const together = conflict && stored ? merged(versions, stored, input, modification, write) : undefined;
  if (conflict && !together) {
    if ((modification.ifConflict ?? 'error') === 'error') return { status: 409, ...named };
    if (modification.ifConflict === 'retain') {
      if (stored) outcome.features.push(stored);
      return undefined;
    }
  }
  if (stored && (modification.ifExists === 'delete' || modification.ifExists === 'error')) {
    return touchOne(draft, outcome, stored.id, modification);
  }
  if (stored) {
    const next = together ?? change(stored, input, modification.ifExists, write);
    if (next !== stored) versions?.mark(next);
    draft.set(stored.id, next);
    outcome.features.push(next);
    if (next !== stored) outcome.updated.push(next.id);
    return undefined;
  }
  if (modification.ifMissing === 'error') return { status: 409, ...named };
  if (modification.ifMissing === 'retain') return undefined;
  const entry = created(given ?? newId(), input, write);
  versions?.mark(entry);
  draft.set(entry.id, entry);
  outcome.features.push(entry);
  outcome.inserted.push(entry.id);
  return undefined;
}

function touchOne(
  draft: Map<string, Entry>,
  outcome: Outcome,
  id: string,
  modification: Modification,
): Fault | undefined {
  if (!draft.has(id)) return modification.ifMissing === 'error' ? { status: 409, id } : undefined;
  if (modification.ifExists === 'error') return { status: 409, id };
  if (modification.ifExists === 'delete') {
    draft.delete(id);
    outcome.deleted.push(id);
  }
  return undefined;
}

function change(stored: Entry, input: FeatureInput, rule: IfExists, tags: TagChange): Entry {
  if (rule === 'retain') return stored;
  return rule === 'patch' ? patched(stored, input, tags) : replaced(stored, input, tags);
}
