import { computed, effect, signal } from '@preact/signals';
import type { MapDocument } from '../../map-style/document.ts';
import { activeSpace, layerOf, mapDocument, picked, search } from './state.ts';

/** What can be taken back: layers with their styles and filters, their order, and the base map; not the view. */
type Content = Pick<MapDocument, 'layers' | 'base'>;

const past = signal<readonly Content[]>([]);
const future = signal<readonly Content[]>([]);
const MAX_STEPS = 100;
/** What changes the same so soon again is part of one step: a slider makes many. */
const PAUSE_MS = 700;

export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

let current: Content | undefined;
/** The last step: when it was changed, and what. */
let changedAt = 0;
let changed: ReadonlySet<string> = new Set();

/** Records changes of the map that is open, until the function it returns is called. */
export function recordChanges(): () => void {
  past.value = [];
  future.value = [];
  current = contentOf(mapDocument.peek());
  changedAt = 0;
  const end = effect(() => note(contentOf(mapDocument.value)));
  return () => {
    end();
    current = undefined;
    past.value = [];
    future.value = [];
  };
}

function note(next: Content): void {
  if (!current || (next.layers === current.layers && next.base === current.base)) return;
  const now = Date.now();
  const parts = changedParts(current, next);
  const isSameStep = now - changedAt <= PAUSE_MS && past.peek().length > 0 && belongTogether(changed, parts);
  if (!isSameStep) past.value = [...past.peek().slice(1 - MAX_STEPS), current];
  future.value = [];
  changedAt = now;
  changed = isSameStep ? new Set([...changed, ...parts]) : parts;
  current = next;
}

const LIST = 'layers';

/** The base map, which layers there are in which order, or what of a layer. */
function changedParts(before: Content, after: Content): ReadonlySet<string> {
  const parts = new Set<string>();
  if (before.base !== after.base) parts.add('base');
  const spaces = ({ layers }: Content) => JSON.stringify(layers.map(({ space }) => space));
  if (spaces(before) !== spaces(after)) parts.add(LIST);
  for (const layer of after.layers) {
    const known = before.layers.find(({ space }) => space === layer.space);
    if (!known || known === layer) continue;
    for (const member of ['isVisible', 'style', 'filter', 'group'] as const)
      if (known[member] !== layer[member]) parts.add(JSON.stringify([layer.space, member]));
  }
  return parts;
}

/** A layer that was just added gets its colours a moment later. */
function belongTogether(before: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  return before.has(LIST) || [...now].some((part) => before.has(part));
}

export function undo(): void {
  move(past, future);
}

export function redo(): void {
  move(future, past);
}

function move(from: typeof past, to: typeof past): void {
  const target = from.peek().at(-1);
  if (!target || !current) return;
  from.value = from.peek().slice(0, -1);
  to.value = [...to.peek(), current];
  // Before the map changes: so it is no change of its own. The next one is a step again.
  current = target;
  changedAt = 0;
  const { position } = mapDocument.peek();
  mapDocument.value = { ...target, ...(position ? { position } : {}) };
  if (!layerOf(activeSpace.peek())) activeSpace.value = target.layers[0]?.space;
  if (picked.peek() && !layerOf(picked.peek()?.space)) picked.value = undefined;
  if (search.peek() && !layerOf(search.peek()?.space)) search.value = undefined;
}

function contentOf({ layers, base }: MapDocument): Content {
  return base === undefined ? { layers } : { layers, base };
}
