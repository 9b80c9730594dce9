import fc from 'fast-check';
import {
  type Claim,
  changeTags,
  created,
  type Entry,
  type FeatureInput,
  patched,
  settle,
  type TagChange,
} from './feature.ts';
import { isObject, type Json, type JsonObject, member, same } from './json.ts';
import type { Modification } from './modification.ts';

interface Definition {
  readonly enableHistory?: boolean;
  readonly enableUUID?: boolean;
  readonly versionsToKeep?: number;
}

/** Most often nothing is kept, as in most spaces. */
export const anyVersioning = fc.constantFrom<Definition>(
  {},
  {},
  {},
  { enableHistory: true },
  { enableHistory: true, enableUUID: true },
  { versionsToKeep: 3 },
  { enableUUID: true },
);

/** What a space was after each write that changed it, and what is expected of writes that name such a state. */
export class Versions {
  readonly hasHistory: boolean;
  readonly hasUuids: boolean;
  readonly #keep: number;
  /** By version; 0 is the empty space. */
  readonly #states: ReadonlyMap<string, Entry>[] = [new Map()];

  constructor({ enableHistory, enableUUID, versionsToKeep }: Definition) {
    this.hasHistory = enableHistory === true || versionsToKeep !== undefined;
    this.hasUuids = enableUUID === true;
    this.#keep = versionsToKeep ?? Number.POSITIVE_INFINITY;
  }

  static of(definition: Definition): Versions | undefined {
    return Object.keys(definition).length > 0 ? new Versions(definition) : undefined;
  }

  get latest(): number {
    return this.#states.length - 1;
  }

  get oldest(): number {
    return Math.max(1, this.latest - this.#keep + 1);
  }

  /** Whether every state ever is kept, so that any can be merged with. */
  get keepsAll(): boolean {
    return this.hasHistory && this.#keep === Number.POSITIVE_INFINITY;
  }

  add(entries: ReadonlyMap<string, Entry>): void {
    this.#states.push(new Map(entries));
  }

  /** An entry that is about to be part of the next version. */
  mark(entry: Entry): void {
    if (this.hasHistory) entry.version = this.latest + 1;
  }

  at(version: number): ReadonlyMap<string, Entry> {
    return this.#states[version] ?? new Map();
  }

  /** The state of a feature that a claim names. */
  find(id: string, claim: Claim): Entry | undefined {
    if ('version' in claim) return this.at(claim.version).get(id);
    return this.#states.map((state) => state.get(id)).find((entry) => entry?.uuids?.uuid === claim.uuid);
  }

  isConflict(
    id: string,
    stored: Entry | undefined,
    { claim }: FeatureInput,
    { ifExists, ifMissing }: Modification,
  ): boolean {
    if (!claim) return false;
    if (!stored) return ifMissing === 'create' && this.hasHistory && this.find(id, claim) !== undefined;
    if (ifExists === 'retain' || ifExists === 'error') return false;
    if ('uuid' in claim) return claim.uuid !== stored.uuids?.uuid;
    return claim.version < (stored.version ?? 0) || claim.version > this.latest;
  }
}

/** What becomes of a feature that two have changed; undefined where they changed the same member. */
export function merged(
  versions: Versions | undefined,
  stored: Entry,
  input: FeatureInput,
  { ifExists }: Modification,
  change: TagChange,
): Entry | undefined {
  const isMerged = ifExists === 'merge' || ifExists === 'patch';
  const base = isMerged && versions?.hasHistory ? versions.find(stored.id, input.claim!) : undefined;
  if (!base) return undefined;
  const ours =
    ifExists === 'patch'
      ? patched(base, input, change)
      : { ...created(stored.id, input, change), tags: changeTags(input.tags ?? base.tags, change) };
  const [geometry, properties, foreign] = (['geometry', 'properties', 'foreign'] as const).map((part) =>
    three(base[part], stored[part], ours[part], part !== 'geometry'),
  );
  if (!geometry || !properties || !foreign) return undefined;
  const added = ours.tags.filter((tag) => !base.tags.includes(tag) && !stored.tags.includes(tag));
  const kept = stored.tags.filter((tag) => !base.tags.includes(tag) || ours.tags.includes(tag));
  const next = settle(stored, {
    id: stored.id,
    geometry: geometry.value ?? null,
    properties: properties.value as JsonObject,
    tags: [...kept, ...added],
    foreign: foreign.value as JsonObject,
  });
  return next === stored ? stored : { ...next, mergedFrom: base };
}

/** The value that two changes of one make together; no value inside = a member that is gone; undefined = a conflict. */
function three(
  base: Json | undefined,
  theirs: Json | undefined,
  ours: Json | undefined,
  inside: boolean,
): { value?: Json } | undefined {
  if (inside && isObject(theirs) && isObject(ours)) {
    const members: [string, Json][] = [];
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
      const found = three(member(base, name), member(theirs, name), member(ours, name), true);
      if (!found) return undefined;
      if (found.value !== undefined) members.push([name, found.value]);
    }
    return { value: Object.fromEntries(members) };
  }
  const taken = same(ours, base) ? theirs : ours;
  if (!same(ours, base) && !same(theirs, base) && !same(ours, theirs)) return undefined;
  return taken === undefined ? {} : { value: taken };
}
