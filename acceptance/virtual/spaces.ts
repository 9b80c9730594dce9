import { feature, NAMESPACE } from '../harness/geojson.ts';
import type { Hub } from '../harness/hub.ts';
import { newSpace, type Space } from '../harness/space.ts';

export type Mode = 'group' | 'merge' | 'override' | 'custom';

export function storage(mode: string, ids: unknown) {
  return { id: 'virtualspace', params: { virtualspace: { [mode]: ids } } };
}

export function newVirtual(hub: Hub, mode: Mode, spaces: readonly { id: string }[], definition = {}) {
  return newSpace(hub, {
    storage: storage(
      mode,
      spaces.map(({ id }) => id),
    ),
    ...definition,
  });
}

const point = (x: number, y: number) => ({ geometry: { type: 'Point', coordinates: [x, y] } });
const tags = (...list: string[]) => ({ [NAMESPACE]: { tags: list } });

/** Two spaces that share the feature `b`, and a virtual one over them. */
export async function overPair(hub: Hub, mode: Mode) {
  const base = await newSpace(hub);
  const later = await newSpace(hub);
  await base.load(
    feature('a', { v: 1, ...tags('base') }, point(1, 1)),
    feature('b', { v: 1, deep: { x: 1, y: 1 }, ...tags('base') }, point(2, 2)),
  );
  await later.load(
    feature('c', { v: 2, ...tags('later') }, point(3, 3)),
    feature('b', { w: 2, deep: { y: 2 }, ...tags('later') }, { geometry: null }),
  );
  const virtual = await newVirtual(hub, mode, [base, later]);
  return { base, later, virtual };
}

export type Pair = { base: Space; later: Space; virtual: Space };
