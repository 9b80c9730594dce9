import { StatsDelta } from '../model/statistics/stats-delta.ts';
import type { MovedFeature } from './hub-image.ts';
import { newRowOf } from './new-row.ts';

/** Something that is not as it should be; `canRebuild`: features and history that can be read are enough to make it right. */
export type Finding = { what: string; canRebuild: boolean };

/** What was found out about a space. */
export type Diagnosis = {
  space: string;
  features: number;
  findings: Finding[];
  /** Whether it is as it should be by now. */
  isRepaired: boolean;
  /** What a repair could not bring back, and where the damaged state is. */
  lost: string[];
};

/** What was found out about a hub: its catalogue, each space, and what belongs to none. */
export type HubDiagnosis = { catalogue: string[]; spaces: Diagnosis[]; leftOver: string[] };

export type DoctorOptions = { repair: boolean; onDiagnosis: (diagnosis: Diagnosis) => void };

/** It can't be looked at at all, in words for the user. */
export class DoctorFault extends Error {}

export function rebuildable(what: string): Finding {
  return { what, canRebuild: true };
}

export function beyondRepair(what: string): Finding {
  return { what, canRebuild: false };
}

const NAMED = 3;

/** What a space must have beside its features, worked out from the features. */
export class Expected {
  readonly stats = new StatsDelta();
  readonly unreadable: string[] = [];
  lastSeq = 0;
  boxes = 0;
  tags = 0;

  add(moved: MovedFeature): void {
    try {
      const { feature, facts, text } = newRowOf(moved);
      this.stats.add(feature, Buffer.byteLength(text), 1);
      this.tags += feature.tags.length;
      if (facts?.bbox) this.boxes++;
      if (moved.seq > this.lastSeq) this.lastSeq = moved.seq;
    } catch (error) {
      this.unreadable.push(`${moved.id} (${(error as Error).message})`);
    }
  }

  /** What was counted is held against what is stored. */
  compare(stored: StoredCounts): Finding[] {
    const { stats } = this;
    const properties = new Map<string, number>();
    for (const [key, counts] of stats.properties)
      for (const [datatype, count] of counts.entries())
        if (count > 0) add(properties, `${key.toWellFormed()} ${datatype}`, count);
    const tags = new Map<string, number>();
    for (const [tag, count] of stats.tags) add(tags, tag.toWellFormed(), count);
    return [
      ...differs('the number of features', stored.count, stats.count),
      ...differs('the number of bytes', stored.bytes, stats.bytes),
      ...(stored.lastSeq < this.lastSeq
        ? [rebuildable(`the last insertion number is ${stored.lastSeq}, and a feature has ${this.lastSeq}`)]
        : []),
      ...differs('the number of boxes in the spatial index', stored.boxes, this.boxes),
      ...differs('the number of entries in the index of tags', stored.tagEntries, this.tags),
      ...mapsDiffer('the counts of tags', stored.tags, tags),
      ...mapsDiffer('the counts of properties', stored.properties, properties),
      ...mapsDiffer('the counts of geometry types', stored.geometries, named(stats.geometries)),
      ...(this.unreadable.length > 0
        ? [
            beyondRepair(
              `${this.unreadable.length} features are damaged: ${this.unreadable.slice(0, NAMED).join(', ')}${this.unreadable.length > NAMED ? ', …' : ''}`,
            ),
          ]
        : []),
    ];
  }
}

/** What a space has beside its features; properties by name and number of the type. */
export type StoredCounts = {
  count: number;
  bytes: number;
  lastSeq: number;
  boxes: number;
  tagEntries: number;
  tags: Map<string, number>;
  properties: Map<string, number>;
  geometries: Map<string, number>;
};

function add(map: Map<string, number>, key: string, count: number): void {
  map.set(key, (map.get(key) ?? 0) + count);
}

function named(counts: ReadonlyMap<number, number>): Map<string, number> {
  return new Map([...counts].map(([code, count]) => [String(code), count]));
}

function differs(what: string, stored: number, counted: number): Finding[] {
  return stored === counted ? [] : [rebuildable(`${what} is stored as ${stored}, and is ${counted}`)];
}

function mapsDiffer(
  what: string,
  stored: ReadonlyMap<string, number>,
  counted: ReadonlyMap<string, number>,
): Finding[] {
  const keys = new Set([...stored.keys(), ...counted.keys()]);
  const wrong = [...keys].filter((key) => (stored.get(key) ?? 0) !== (counted.get(key) ?? 0));
  return wrong.length === 0 ? [] : [rebuildable(`${what} are wrong for ${wrong.length} of ${keys.size}`)];
}
