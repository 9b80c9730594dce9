import { CHANGES } from '../model/query/query.ts';

/** How changes are stored: numbered in the order of `CHANGES`. */
export const INSERTED = CHANGES.indexOf('inserted') + 1;
export const UPDATED = CHANGES.indexOf('updated') + 1;
export const DELETED = CHANGES.indexOf('deleted') + 1;
/** A feature that was deleted and came back in the same version: for readers, that is an update of the one that came. */
export const SUPERSEDED = 4;
/** No change: when the version was made. In place of a position it has the time, in milliseconds. */
export const MADE_AT = 5;

/** Where an engine stores what a version changed. `seq` is the position of the feature that it happened to. */
export interface ChangeNotes {
  note(change: number, seq: number, id: string): void;
  /** Takes a note back; false where there is none. */
  strike(change: number, seq: number, id: string): boolean;
  /** Retains the state of a feature that ends with this version; false where it began with it. */
  endState(seq: number, id: string): boolean;
}

/** What writes make of the changes of a version, whichever engine stores them. */
export class VersionChanges {
  readonly #notes: ChangeNotes;
  /** Features that this version has removed so far, with their positions. */
  readonly #removed = new Map<string, number>();

  constructor(notes: ChangeNotes) {
    this.#notes = notes;
  }

  /** Comes before what makes a version, also where it is the same again because the one before has failed. */
  begin(): void {
    this.#removed.clear();
  }

  inserted(seq: number, id: string): void {
    const removed = this.#removed.get(id);
    if (removed === undefined) return this.#notes.note(INSERTED, seq, id);
    this.#renote(removed, id, DELETED, SUPERSEDED);
    this.#notes.note(UPDATED, seq, id);
  }

  /** Comes before the feature is replaced. A state that came and went within one version was never there. */
  replacing(seq: number, id: string): void {
    if (this.#notes.endState(seq, id)) this.#notes.note(UPDATED, seq, id);
  }

  /** Comes before the feature is removed. */
  removing(seq: number, id: string): void {
    if (!this.#notes.endState(seq, id) && !this.#notes.strike(UPDATED, seq, id)) {
      this.#notes.strike(INSERTED, seq, id);
      return;
    }
    const removed = this.#removed.get(id);
    if (removed === undefined) {
      this.#notes.note(DELETED, seq, id);
      this.#removed.set(id, seq);
    } else this.#renote(removed, id, SUPERSEDED, DELETED);
  }

  #renote(seq: number, id: string, from: number, to: number): void {
    this.#notes.strike(from, seq, id);
    this.#notes.note(to, seq, id);
  }
}

/** The version that a history began with, and the oldest that can be read. */
export type HistoryExtent = { began: number; oldest: number };

/** From here on versions are retained. The present one, if there is any, is the oldest that can be read. */
export function beginning(version: number): HistoryExtent {
  return { began: version, oldest: Math.max(1, version) };
}

/** The same object unless older versions have to go, of which so many are retained. */
export function expired(extent: HistoryExtent, latest: number, versionsToKeep: number): HistoryExtent {
  const oldest = latest - versionsToKeep + 1;
  return oldest > extent.oldest ? { began: extent.began, oldest } : extent;
}
