import type { Feature } from '@meridian/client';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MapLayer } from '../../map-style/document.ts';
import { asCurl } from '../api/curl.ts';
import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { CheckField } from '../ui/field.tsx';
import { formatCount, formatValue } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { MapCanvas } from './canvas.ts';
import { middleOf } from './middle.ts';
import { columnsOf, type Sorting, useRows } from './rows.ts';
import { picked, search } from './state.ts';
import { TablePages } from './table-pages.tsx';
import { spaceTitle, titleOf, titleProperty } from './titles.ts';
import { valueAt } from './value-at.ts';

const PAGE = 50;

type Props = { canvas: MapCanvas; layer: MapLayer; onClose: () => void };

/** The features of a layer that are in view, that a search has found, or all of them. */
export function TablePanel({ canvas, layer, onClose }: Props) {
  const { space } = layer;
  const [sorting, setSorting] = useState<Sorting>();
  const [page, setPage] = useState(0);
  const [isInView, setInView] = useState(true);
  const { rows, isLoading, failure, loadMore } = useRows(layer, canvas, isInView, sorting);
  const features = rows?.features ?? [];
  const chosen = picked.value;
  const isSearch = search.value?.space === space;
  useLayoutEffect(() => setPage(0), [rows?.request.path]);
  useLayoutEffect(() => setSorting(undefined), [space]);
  useEffect(() => {
    const at = chosen?.space === space ? features.findIndex(({ id }) => id === chosen.id) : -1;
    if (at >= 0) setPage(Math.floor(at / PAGE));
  }, [chosen, rows?.features]);
  const total = rows?.total ?? features.length;
  const turn = (to: number) => {
    setPage(to);
    if ((to + 2) * PAGE > features.length) loadMore();
  };
  const title = spaceTitle(space);
  const columns = columnsOf(space);
  const named = titleProperty(space);
  // The first column leads to the feature: by its title where it has one, else by its id.
  const headings = named === undefined ? [undefined, ...columns] : [...columns, undefined];
  return (
    <section class="table-panel" aria-label={t.table.label(title)} aria-busy={isLoading}>
      <header>
        <h2>{title}</h2>
        <p class="muted" role="status">
          {rows
            ? t.table.count(
                rows.total === undefined ? '…' : formatCount(total),
                isSearch ? 'search' : isInView ? 'view' : 'all',
              )
            : failure === undefined && t.loading}
        </p>
        {isSearch ? (
          <IconButton
            icon="undo"
            label={t.table.endSearch}
            onClick={() => {
              search.value = undefined;
            }}
          />
        ) : (
          <CheckField label={t.table.onlyInView} checked={isInView} onChange={setInView} />
        )}
        <span class="spacer" />
        {rows && <CopyButton label={t.copyAsCurl} text={() => asCurl(rows.request)} />}
        <TablePages
          page={page}
          pages={Math.ceil(total / PAGE)}
          canGoOn={(page + 1) * PAGE < features.length}
          onPage={turn}
        />
        <IconButton icon="close" label={t.table.close} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table-scroll" tabIndex={0} aria-label={t.table.rows}>
        <table>
          <thead>
            <tr>
              {headings.map((property) => (
                <Heading
                  key={property ?? ''}
                  name={property ?? 'id'}
                  sorting={sorting?.property === property ? sorting : undefined}
                  onSort={(isDescending) => setSorting({ property, isDescending })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {features.slice(page * PAGE, (page + 1) * PAGE).map((feature) => (
              <Row
                key={feature.id}
                feature={feature}
                title={titleOf(space, feature, 60)}
                cells={headings.slice(1)}
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
        {failure !== undefined && <p class="hint">{t.table.failed(failure)}</p>}
        {rows && features.length === 0 && failure === undefined && <p class="hint">{t.table.none}</p>}
      </section>
    </section>
  );
}

type HeadingProps = {
  name: string;
  sorting: Sorting | undefined;
  onSort: (isDescending: boolean) => void;
};

function Heading({ name, sorting, onSort }: HeadingProps) {
  return (
    <th scope="col" aria-sort={sorting ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" onClick={() => onSort(sorting ? !sorting.isDescending : false)}>
        {formatValue(name, 40)}
        {sorting && <Icon name={sorting.isDescending ? 'down' : 'up'} />}
      </button>
    </th>
  );
}

type RowProps = {
  feature: Feature;
  title: string;
  /** Properties; undefined stands for the id. */
  cells: readonly (string | undefined)[];
  isChosen: boolean;
  onChoose: () => void;
};

function Row({ feature, title, cells, isChosen, onChoose }: RowProps) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <tr ref={element} class={isChosen ? 'chosen' : ''} aria-selected={isChosen} onClick={onChoose}>
      <th scope="row">
        <button type="button" class="link" onClick={onChoose}>
          {title}
        </button>
      </th>
      {cells.map((property) => (
        <td key={property ?? ''}>
          {property === undefined
            ? formatValue(feature.id, 40)
            : formatValue(valueAt(feature.properties, property), 80)}
        </td>
      ))}
    </tr>
  );
}
