import { computed, signal } from '@preact/signals';
import type { Changes, Draft } from './draft.ts';

/** What was changed, step by step, back and forth. */
export class ChangeLog {
  readonly changes = signal<Changes>(new Map());
  readonly #past = signal<readonly Changes[]>([]);
  readonly #future = signal<readonly Changes[]>([]);
  readonly canUndo = computed(() => this.#past.value.length > 0);
  readonly canRedo = computed(() => this.#future.value.length > 0);

  set(draft: Draft): void {
    this.setAll([draft]);
  }

  /** Several changes as one step. */
  setAll(drafts: readonly Draft[]): void {
    const next = new Map(this.changes.value);
    // What was new and is deleted was never there.
    for (const draft of drafts)
      if (draft.kind === 'deleted' && !draft.base) next.delete(draft.id);
      else next.set(draft.id, draft);
    this.#step(next);
  }

  /** Takes changes back altogether: what the hub has counts. */
  drop(ids: readonly string[]): void {
    const next = new Map(this.changes.value);
    for (const id of ids) next.delete(id);
    this.#step(next);
  }

  undo(): void {
    const before = this.#past.value.at(-1);
    if (!before) return;
    this.#future.value = [...this.#future.value, this.changes.value];
    this.#past.value = this.#past.value.slice(0, -1);
    this.changes.value = before;
  }

  redo(): void {
    const after = this.#future.value.at(-1);
    if (!after) return;
    this.#past.value = [...this.#past.value, this.changes.value];
    this.#future.value = this.#future.value.slice(0, -1);
    this.changes.value = after;
  }

  clear(): void {
    this.changes.value = new Map();
    this.#past.value = [];
    this.#future.value = [];
  }

  #step(next: Changes): void {
    this.#past.value = [...this.#past.value, this.changes.value];
    this.#future.value = [];
    this.changes.value = next;
  }
}
