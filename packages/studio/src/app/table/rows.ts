import type { Feature } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import type { MapLayer } from '../../map-style/document.ts';
import { call, type HubRequest } from '../api/call.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { countRequest, type RowArea, rowsRequest } from '../map/requests.ts';
import { contentVersions, layerStatistics, mapDocument, search } from '../map/state.ts';
import { describe, notifyError } from '../ui/notices.tsx';
import { broughtUpToDate } from './changed-rows.ts';
import { columnsOf } from './columns.ts';
import type { Sorting } from './sorting.ts';

/** So many rows are requested at once: to sort them, the hub reads the whole space for each request. */
const CHUNK = 1000;
const SETTLE_MS = 250;

export type Rows = {
  /** What was requested first. */
  request: HubRequest;
  /** Where they are. */
  area: RowArea;
  features: readonly Feature[];
  /** The version of the space that they show at least; unknown where it keeps none. */
  since?: number | undefined;
  /** Absent when all rows are here. */
  handle?: string;
  /** How many there are on the hub; undefined until that is known. */
  total?: number;
};

type Page = { features: Feature[]; handle?: string };

/** The rows of a table, sorted by the hub: in view, in the area of a search, or all; and a way to load more. */
export function useRows(
  layer: MapLayer,
  canvas: MapCanvas,
  isInView: boolean,
  sorting: Sorting | undefined,
): { rows: Rows | undefined; isLoading: boolean; failure: string | undefined; loadMore: () => void } {
  const { space, filter } = layer;
  const [rows, setRows] = useState<Rows>();
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string>();
  const { position } = mapDocument.value;
  const found = search.value?.space === space ? search.value.area : undefined;
  const version = contentVersions.value.get(space);
  const columns = columnsOf(space);
  const sort = sorting && sortKey(sorting);
  const areaOf = (): RowArea => found ?? (isInView ? canvas.bounds : undefined);
  const requestOf = (handle?: string) =>
    rowsRequest(layer, areaOf(), { limit: CHUNK, properties: columns, sort, handle });
  /** Those of these features that are rows. */
  const theseOf = (ids: readonly string[]) =>
    rowsRequest(layer, areaOf(), { limit: ids.length, properties: columns, ids });

  useEffect(() => {
    const running = new AbortController();
    const load = async () => {
      const area = areaOf();
      const request = requestOf();
      const known = rows?.request.path === request.path ? rows : undefined;
      const { features, since, handle } = await readRows(known);
      setRows({ request, area, features, since, ...(handle ? { handle } : {}) });
      setLoading(false);
      const { count } = handle
        ? await call<{ count: number }>(countRequest(space, filter, area), running.signal)
        : { count: features.length };
      setRows((now) => now && { ...now, total: count });
    };
    /** The same rows again, after one of them was changed, as far as they were loaded: if possible only what has changed. */
    const readRows = async (known: Rows | undefined) => {
      // Known before the rows are read: they show this version or a later one.
      const since = layerStatistics.peek().get(space)?.maxVersion?.value;
      if (known?.since !== undefined) {
        const { features, handle } = known;
        const now = await broughtUpToDate(
          space,
          { features, since: known.since },
          sorting,
          theseOf,
          running.signal,
        );
        if (now) return { ...now, handle };
      }
      return { ...(await pagesOf(requestOf, known?.features.length ?? 0, running.signal)), since };
    };
    const settled = setTimeout(() => {
      setLoading(true);
      setFailure(undefined);
      load().catch((error: unknown) => {
        if (running.signal.aborted) return;
        setLoading(false);
        setFailure(describe(error));
        notifyError(error);
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(settled);
      running.abort();
    };
  }, [space, filter, isInView && !found && position, columns.join('\n'), found, version, sort]);

  const loadMore = () => {
    if (!rows?.handle || isLoading) return;
    setLoading(true);
    call<Page>(requestOf(rows.handle)).then((page) => {
      setLoading(false);
      setRows((now) => {
        // Meanwhile other rows may have been asked for.
        if (now?.handle !== rows.handle || now?.request.path !== rows.request.path) return now;
        const { handle: _, ...rest } = now;
        const features = [...now.features, ...page.features];
        return { ...rest, features, ...(page.handle ? { handle: page.handle } : {}) };
      });
    }, notifyError);
  };
  return { rows, isLoading, failure, loadMore };
}

/** The first page, and further ones until there are at least so many rows. */
async function pagesOf(
  requestOf: (handle?: string) => HubRequest,
  least: number,
  signal: AbortSignal,
): Promise<Page> {
  let { features, handle } = await call<Page>(requestOf(), signal);
  while (handle && features.length < least) {
    const next = await call<Page>(requestOf(handle), signal);
    features = [...features, ...next.features];
    handle = next.handle;
  }
  return { features, ...(handle ? { handle } : {}) };
}

function sortKey({ property, isDescending }: Sorting): string {
  return `${property === undefined ? 'f.id' : `p.${property}`}:${isDescending ? 'desc' : 'asc'}`;
}
