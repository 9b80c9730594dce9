import type { Aggregate } from '@meridian/client';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MapLayer } from '../../map-style/document.ts';
import { call } from '../api/call.ts';
import { attempt } from '../ui/notices.tsx';
import { countsOf } from './classify.ts';
import { classCountsRequest, countRequest } from './requests.ts';
import { contentVersions } from './state.ts';

/** How many features each class has, and how many are in none. */
export type ClassCounts = { classes: readonly number[]; other: number };

/** The last ones of each space, by what was asked for. */
const counted = signal<ReadonlyMap<string, { path: string; counts: ClassCounts }>>(new Map());

/** Counted by the hub over all features that the filter of the layer leaves; undefined until that is known. */
export function useClassCounts(layer: MapLayer): ClassCounts | undefined {
  const { space, filter, style } = layer;
  const path = pathOf(layer);
  const version = contentVersions.value.get(space);
  useEffect(() => {
    if (path === undefined) return;
    const running = new AbortController();
    void attempt(async () => {
      try {
        const [{ groups }, { count }] = await Promise.all([
          call<Aggregate>({ path }, running.signal),
          call<{ count: number }>(countRequest(space, filter), running.signal),
        ]);
        const classes = countsOf(style.classes, groups);
        const other = Math.max(0, count - classes.reduce((sum, one) => sum + one, 0));
        counted.value = new Map(counted.value).set(space, { path, counts: { classes, other } });
      } catch (error) {
        // Another one is asked for already.
        if (!running.signal.aborted) throw error;
      }
    });
    return () => running.abort();
  }, [path, version]);
  return classCountsOf(layer);
}

/** What the legend of a layer says, as far as that is known. */
export function classCountsOf(layer: MapLayer): ClassCounts | undefined {
  const last = counted.value.get(layer.space);
  return last && last.path === pathOf(layer) ? last.counts : undefined;
}

function pathOf(layer: MapLayer): string | undefined {
  return layer.style.view === 'features' ? classCountsRequest(layer)?.path : undefined;
}
