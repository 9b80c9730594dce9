import type { Space, Statistics } from '@meridian/client';
import { computed, signal } from '@preact/signals';
import { hub } from '../api/call.ts';

/** The spaces that the user can see; undefined until they are known. */
export const spaces = signal<Space[] | undefined>(undefined);

/** What is known of the content of spaces, by id and time of its last change. */
const statistics = signal<ReadonlyMap<string, Statistics>>(new Map());

export const spaceById = computed(() => new Map((spaces.value ?? []).map((space) => [space.id, space])));

export async function loadSpaces(): Promise<void> {
  const list = await hub().spaces.list({ owner: '*', includeRights: true });
  spaces.value = list.sort((a, b) => b.contentUpdatedAt - a.contentUpdatedAt);
}

const keyOf = ({ id, contentUpdatedAt }: Space) => `${contentUpdatedAt} ${id}`;

export function knownStatistics(space: Space): Statistics | undefined {
  return statistics.value.get(keyOf(space));
}

const asked = new Set<string>();

/** Asks for the statistics of a space, unless they are known or asked for already. */
export function wantStatistics(space: Space): void {
  const key = keyOf(space);
  if (asked.has(key)) return;
  asked.add(key);
  soon(async () => {
    const found = await hub().features(space.id).statistics();
    statistics.value = new Map(statistics.value).set(key, found);
  }).catch(() => {
    // The list shows the space without them; asking again is possible.
    asked.delete(key);
  });
}

/** So many requests for what cards show are made at once. */
const AT_ONCE = 4;
const waiting: (() => Promise<void>)[] = [];
let running = 0;

/** Does something when its turn comes: a hub is not asked about all spaces at once. */
export function soon(work: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push(() => work().then(resolve, reject));
    void next();
  });
}

async function next(): Promise<void> {
  if (running >= AT_ONCE) return;
  const work = waiting.shift();
  if (!work) return;
  running++;
  await work();
  running--;
  void next();
}

export function mayWrite(space: Space): boolean {
  return (
    !space.readOnly &&
    ['createFeatures', 'updateFeatures', 'deleteFeatures'].every((right) => space.rights?.includes(right))
  );
}

export function mayManage(space: Space): boolean {
  return space.rights?.includes('manageSpaces') ?? false;
}
