import type { Aggregate } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import type { MapLayer } from '../../map-style/document.ts';
import { call } from '../api/call.ts';
import { attempt } from '../ui/notices.tsx';
import { countsOf } from './classify.ts';
import { classCountsRequest } from './requests.ts';
import { contentVersions } from './state.ts';

/** How many features are in each class of a layer; undefined until that is known. */
export function useClassCounts(layer: MapLayer): readonly number[] | undefined {
  const [counted, setCounted] = useState<{ path: string; counts: number[] }>();
  const path = layer.style.view === 'features' ? classCountsRequest(layer)?.path : undefined;
  const version = contentVersions.value.get(layer.space);
  useEffect(() => {
    if (path === undefined) return;
    const running = new AbortController();
    void attempt(async () => {
      try {
        const { groups } = await call<Aggregate>({ path }, running.signal);
        setCounted({ path, counts: countsOf(layer.style.classes, groups) });
      } catch (error) {
        // Another one is asked for already.
        if (!running.signal.aborted) throw error;
      }
    });
    return () => running.abort();
  }, [path, version]);
  return counted && counted.path === path ? counted.counts : undefined;
}
