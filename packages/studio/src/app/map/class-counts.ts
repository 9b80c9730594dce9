import type { Aggregate } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import type { MapLayer } from '../../map-style/document.ts';
import { call } from '../api/call.ts';
import { attempt } from '../ui/notices.tsx';
import { countsOf } from './classify.ts';
import { classCountsRequest, countRequest } from './requests.ts';
import { contentVersions } from './state.ts';

/** How many features each class has, and how many are in none. */
export type ClassCounts = { classes: readonly number[]; other: number };

/** Counted by the hub over all features that the filter of the layer leaves; undefined until that is known. */
export function useClassCounts(layer: MapLayer): ClassCounts | undefined {
  const { space, filter, style } = layer;
  const [counted, setCounted] = useState<{ path: string; counts: ClassCounts }>();
  const path = style.view === 'features' ? classCountsRequest(layer)?.path : undefined;
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
        setCounted({ path, counts: { classes, other } });
      } catch (error) {
        // Another one is asked for already.
        if (!running.signal.aborted) throw error;
      }
    });
    return () => running.abort();
  }, [path, version]);
  return counted && counted.path === path ? counted.counts : undefined;
}
