import { type BBox, boxesMeet, boxOf, type Geometry, isEmptyBBox, isInside } from '@meridian/geo';
import { geometryText } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { isLarge } from '../../pyramid/density/density-changes.ts';
import { ask, type Effect } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';

/** So often the present is tried to be known while others write. */
const ATTEMPTS = 3;
/** So many features are counted before others get their turn. */
const COUNTED_AT_ONCE = 100;
/** What is held of where features are in the present; beyond, a version is counted row by row. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Collects by how much counts change; small features only. */
export interface Counter<Taken> {
  add(geometry: Geometry, box: BBox, sign: 1 | -1): void;
  take(): Taken;
}

/** Those who know what features were in the version. */
export interface OldRows {
  /** All positions that have changed since. */
  readonly changed: Iterable<number>;
  rowsAt(seqs: readonly number[]): ReadRow[];
  extend(reader: HistoryReader, isBounded: boolean): Effect<boolean>;
}

/** Where a feature is: its geometry as text of ASCII, and its box. */
type Place = { text: Uint8Array; box: BBox };

/** A feature that has changed: what it was in the version, where it was counted last, and where it is now. */
type Moved = { seq: number; old: ReadRow | undefined; before: Place | undefined; now: Place | undefined };

/**
 * By how much what is counted of a version differs from what is stored for the present: what has changed is counted as it was,
 * less what it has become. It follows the present.
 */
export class OverlayCounts<Taken> {
  readonly #old: OldRows;
  readonly #counter: () => Counter<Taken>;
  readonly #merge: (taken: Taken) => void;
  /** The version of the present that all that follows is of; nothing is counted where it is undefined. */
  #latest: number | undefined;
  readonly #places = new Map<number, Place>();
  /** The boxes of large features, which are counted nowhere. */
  readonly #large = { old: new Map<number, BBox>(), present: new Map<number, BBox>() };
  readonly #counted = new Set<number>();
  bytes = 0;

  constructor(old: OldRows, counter: () => Counter<Taken>, merge: (taken: Taken) => void) {
    this.#old = old;
    this.#counter = counter;
    this.#merge = merge;
  }

  /** Whether a feature has changed since the version. */
  hasChanged(seq: number): boolean {
    return this.#counted.has(seq);
  }

  /** What a read of the present gives, at a moment of which all changes are counted; undefined where others write all the time. */
  *withPresent<T>(reader: HistoryReader, read: () => Effect<T>): Effect<T | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS && this.bytes <= MAX_BYTES; attempt++) {
      if (!(yield* this.#follow(reader))) continue;
      const counted = this.#latest;
      const found = yield* read();
      if ((yield* latestOf(reader)) === counted && this.#latest === counted) return found;
    }
    return undefined;
  }

  /** Of the large features that have changed, those that were near a box. */
  largeNear(box: BBox): number[] {
    return [...this.#large.old].flatMap(([seq, one]) => (boxesMeet(one, box) ? [seq] : []));
  }

  /** By how many more of them were inside of a box than are now, and those that were across its edge. */
  largeChanges(box: BBox): { inside: number; across: number[] } {
    const isWithin = (one: BBox) => isInside(one, box);
    const old = this.largeNear(box);
    const across = old.filter((seq) => !isWithin(this.#large.old.get(seq)!));
    const inside = [...this.#large.present.values()].filter(isWithin).length;
    return { inside: old.length - across.length - inside, across };
  }

  /** False where others have written meanwhile, or have taken it further. */
  *#follow(reader: HistoryReader): Effect<boolean> {
    const from = this.#latest;
    const latest = yield* latestOf(reader);
    if (from === latest) return true;
    yield* this.#old.extend(reader, false);
    const seqs =
      from === undefined
        ? [...this.#old.changed]
        : [...new Set(yield* ask(() => reader.changedSince(from, Number.MAX_SAFE_INTEGER)))];
    const moved = yield* this.#moved(reader, seqs);
    if ((yield* latestOf(reader)) !== latest) return false;
    const counter = this.#counter();
    for (const [i, one] of moved.entries()) {
      count(counter, one);
      if (i % COUNTED_AT_ONCE === COUNTED_AT_ONCE - 1) yield undefined;
    }
    if (this.#latest !== from) return false;
    this.#take(moved);
    this.#merge(counter.take());
    this.#latest = latest;
    return true;
  }

  *#moved(reader: HistoryReader, seqs: readonly number[]): Effect<Moved[]> {
    const step = yield* ask(() => reader.stepRows());
    const old = new Map(this.#old.rowsAt([...seqs].sort((a, b) => a - b)).map((row) => [row.seq, row]));
    const moved: Moved[] = [];
    for (let from = 0; from < seqs.length; from += step) {
      const these = seqs.slice(from, from + step);
      const rows = new Map((yield* ask(() => reader.byPositions(these))).map((row) => [row.seq, row]));
      for (const seq of these) {
        const row = rows.get(seq);
        const isNew = !this.#counted.has(seq);
        moved.push({
          ...{ seq, old: isNew ? old.get(seq) : undefined, before: this.#places.get(seq) },
          now: row && placeOf(row),
        });
      }
      yield undefined;
    }
    return moved;
  }

  /** At once, with the version. */
  #take(moved: readonly Moved[]): void {
    for (const { seq, old, before, now } of moved) {
      this.#counted.add(seq);
      const was = old && placeOf(old);
      if (was && isLarge(was.box)) this.#large.old.set(seq, was.box);
      this.#large.present.delete(seq);
      if (now && isLarge(now.box)) this.#large.present.set(seq, now.box);
      if (now) this.#places.set(seq, now);
      else this.#places.delete(seq);
      this.bytes += (now?.text.length ?? 0) - (before?.text.length ?? 0);
    }
  }
}

function count(counter: Counter<unknown>, { old, before, now }: Moved): void {
  const was = before ?? (old && placeOf(old));
  if (was && !isLarge(was.box)) counter.add(geometryAt(was), was.box, 1);
  if (now && !isLarge(now.box)) counter.add(geometryAt(now), now.box, -1);
}

function* latestOf(reader: HistoryReader): Effect<number> {
  return (yield* ask(() => reader.versions())).latest;
}

/** Undefined where nothing of it is on a map. */
function placeOf(row: ReadRow): Place | undefined {
  const text = geometryText(row);
  const geometry = JSON.parse(text) as Geometry | null;
  const box = geometry && boxOf(geometry);
  return box && !isEmptyBBox(box) ? { text: Buffer.from(text), box } : undefined;
}

function geometryAt({ text }: Place): Geometry {
  return JSON.parse(Buffer.from(text).toString()) as Geometry;
}
