import type { FeatureState, OldState, StoredStates } from '../../rules/write/pending-table.ts';

/** What was fetched of the features that requests name. */
export class LoadedStates implements StoredStates {
  readonly #states = new Map<string, FeatureState>();
  readonly #oldStates = new Map<string, OldState[]>();

  constructor(states: readonly FeatureState[] = [], oldStates: readonly OldState[] = []) {
    for (const state of states) this.add(state);
    for (const oldState of oldStates) {
      const known = this.#oldStates.get(oldState.row.id);
      if (known) known.push(oldState);
      else this.#oldStates.set(oldState.row.id, [oldState]);
    }
  }

  add(state: FeatureState): void {
    this.#states.set(state.row.id, state);
  }

  state(id: string): FeatureState | undefined {
    return this.#states.get(id);
  }

  oldStates(id: string): readonly OldState[] {
    return this.#oldStates.get(id) ?? [];
  }
}
