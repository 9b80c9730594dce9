import type { Feature } from '@meridian/client';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MapLayer } from '../../map-style/document.ts';
import { asCurl } from '../api/curl.ts';
import { spaceById } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { formatCount, formatValue } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { notifyError } from '../ui/notices.tsx';
import type { MapCanvas } from './canvas.ts';
import { type InView, loadInView, MAX_ROWS } from './in-view.ts';
import { middleOf } from './middle.ts';
import { type Sorting, sortFeatures } from './sort-features.ts';
import { contentVersions, layerStatistics, mapDocument, picked, search } from './state.ts';
import { valueAt } from './value-at.ts';

const PAGE = 50;
const SETTLE_MS = 250;

type Props = { canvas: MapCanvas; layer: MapLayer; onClose: () => void };

/** The features of a layer that are in view, or that a search has found. */
export function TablePanel({ canvas, layer, onClose }: Props) {
  const [view, setView] = useState<InView>();
  const [sorting, setSorting] = useState<Sorting>();
  const [page, setPage] = useState(0);
  const { space, filter } = layer;
  const position = mapDocument.value.position;
  const facts = layerStatistics.value.get(space);
  const area = search.value;
  const version = contentVersions.value.get(space);
  useEffect(() => {
    const running = new AbortController();
    const settled = setTimeout(() => {
      loadInView(layer, canvas.bounds, running.signal).then((loaded) => {
        setView(loaded);
        setPage(0);
      }, notifyError);
    }, SETTLE_MS);
    return () => {
      clearTimeout(settled);
      running.abort();
    };
  }, [space, filter, position, facts, area, version]);
  const sorted = useMemo(() => sortFeatures(view?.features ?? [], sorting), [view, sorting]);
  const chosen = picked.value;
  const isSearch = area?.space === space;
  useEffect(() => {
    const at = chosen?.space === space ? sorted.findIndex(({ id }) => id === chosen.id) : -1;
    if (at >= 0) setPage(Math.floor(at / PAGE));
  }, [chosen, sorted]);
  const title = (spaceById.value.get(space)?.title ?? space).slice(0, 60);
  return (
    <section class="table-panel" aria-label={t.table.label(title)}>
      <header>
        <h2>{title}</h2>
        <p class="muted" role="status">
          {view ? t.table.count(formatCount(view.features.length), view.isPartial, isSearch) : t.loading}
        </p>
        {isSearch && (
          <IconButton
            icon="undo"
            label={t.table.endSearch}
            onClick={() => {
              search.value = undefined;
            }}
          />
        )}
        <span class="spacer" />
        {view && <CopyButton label={t.copyAsCurl} text={() => asCurl(view.request)} />}
        <Pages page={page} count={sorted.length} onPage={setPage} />
        <IconButton icon="close" label={t.table.close} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table-scroll" tabIndex={0} aria-label={t.table.rows}>
        <table>
          <thead>
            <tr>
              {['id', ...(view?.columns ?? [])].map((column, index) => (
                <Heading
                  key={column}
                  name={column}
                  sorting={sorting?.column === column && sorting.isId === (index === 0) ? sorting : undefined}
                  onSort={(isDescending) => setSorting({ column, isId: index === 0, isDescending })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(page * PAGE, (page + 1) * PAGE).map((feature) => (
              <Row
                key={feature.id}
                feature={feature}
                columns={view!.columns}
                isChosen={chosen?.space === space && chosen.id === feature.id}
                onChoose={() => {
                  picked.value = { space, id: feature.id };
                  const middle = feature.geometry && middleOf(feature.geometry);
                  if (middle) canvas.reveal(middle);
                }}
              />
            ))}
          </tbody>
        </table>
        {view?.features.length === 0 && <p class="hint">{t.table.none}</p>}
        {view?.isPartial && <p class="hint">{t.table.partial(formatCount(MAX_ROWS))}</p>}
      </section>
    </section>
  );
}

function Heading({
  name,
  sorting,
  onSort,
}: {
  name: string;
  sorting: Sorting | undefined;
  onSort: (isDescending: boolean) => void;
}) {
  return (
    <th scope="col" aria-sort={sorting ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" onClick={() => onSort(sorting ? !sorting.isDescending : false)}>
        {formatValue(name, 40)}
        {sorting && <Icon name={sorting.isDescending ? 'down' : 'up'} />}
      </button>
    </th>
  );
}

type RowProps = { feature: Feature; columns: string[]; isChosen: boolean; onChoose: () => void };

function Row({ feature, columns, isChosen, onChoose }: RowProps) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <tr ref={element} class={isChosen ? 'chosen' : ''} aria-selected={isChosen} onClick={onChoose}>
      <th scope="row">
        <button type="button" class="link" onClick={onChoose}>
          {formatValue(feature.id, 40)}
        </button>
      </th>
      {columns.map((column) => (
        <td key={column}>{formatValue(valueAt(feature.properties, column), 80)}</td>
      ))}
    </tr>
  );
}

function Pages({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }) {
  const pages = Math.ceil(count / PAGE);
  if (pages < 2) return null;
  return (
    <nav class="pages" aria-label={t.table.pages}>
      <button
        type="button"
        class="icon-button quiet"
        disabled={page === 0}
        aria-label={t.table.previous}
        onClick={() => onPage(page - 1)}
      >
        ‹
      </button>
      <span>{t.table.page(page + 1, pages)}</span>
      <button
        type="button"
        class="icon-button quiet"
        disabled={page + 1 >= pages}
        aria-label={t.table.next}
        onClick={() => onPage(page + 1)}
      >
        ›
      </button>
    </nav>
  );
}
