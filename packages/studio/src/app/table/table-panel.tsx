import type { Feature } from '@meridian/client';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { MapLayer } from '../../map-style/document.ts';
import { asCurl } from '../api/curl.ts';
import { editSession } from '../edit/session.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { middleOf } from '../map/middle.ts';
import { rowsFilter } from '../map/requests.ts';
import { contentChanged, layerStatistics, picked, search } from '../map/state.ts';
import { spaceTitle, titleProperty } from '../map/titles.ts';
import { mayWrite, spaceById } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { CheckField } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import { attempt, notify } from '../ui/notices.tsx';
import { ColumnsDialog } from './columns.dialog.tsx';
import { columnsOf } from './columns.ts';
import { editCell } from './edit-cell.ts';
import { useRows } from './rows.ts';
import { type CopyFormat, copySelected, type Selected } from './selected.ts';
import { countSelected, NOTHING, type Selection } from './selection.ts';
import { type Asked, SelectionBar } from './selection-bar.tsx';
import type { Sorting } from './sorting.ts';
import { TableGrid } from './table-grid.tsx';
import { TablePages } from './table-pages.tsx';
import { canRedoIn, canUndoIn, redoIn, undoIn } from './written.ts';

const PAGE = 50;

type Props = { canvas: MapCanvas; layer: MapLayer; onClose: () => void };

/** The features of a layer that are in view, that a search has found, or all of them. */
export function TablePanel({ canvas, layer, onClose }: Props) {
  const { space, filter } = layer;
  const [sorting, setSorting] = useState<Sorting>();
  const [page, setPage] = useState(0);
  const [isInView, setInView] = useState(true);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [asked, setAsked] = useState<Asked>();
  const [hasColumns, setColumns] = useState(false);
  const { rows, isLoading, failure, loadMore } = useRows(layer, canvas, isInView, sorting);
  const features = rows?.features ?? [];
  const chosen = picked.value?.space === space ? picked.value.id : undefined;
  const isSearch = search.value?.space === space;
  useLayoutEffect(() => setPage(0), [rows?.request.path]);
  useLayoutEffect(() => setSorting(undefined), [space]);
  useLayoutEffect(() => setSelection(NOTHING), [space, filter]);
  // All that match somewhere else are others.
  useLayoutEffect(() => setSelection((now) => (now.isAll ? NOTHING : now)), [JSON.stringify(rows?.area)]);
  useEffect(() => {
    const at = chosen === undefined ? -1 : features.findIndex(({ id }) => id === chosen);
    if (at >= 0) setPage(Math.floor(at / PAGE));
  }, [picked.value, rows?.features]);
  const total = rows?.total ?? features.length;
  const pages = Math.ceil(total / PAGE);
  const turn = (to: number): boolean => {
    if (to < 0 || to * PAGE >= features.length) return false;
    setPage(to);
    if ((to + 2) * PAGE > features.length) loadMore();
    return true;
  };
  const title = spaceTitle(space);
  const columns = columnsOf(space);
  const named = titleProperty(space);
  // The first column leads to the feature: by its title where it has one, else by its id.
  const headings = columns.includes(named ?? '')
    ? [named, ...columns.filter((name) => name !== named), undefined]
    : [undefined, ...columns];
  const known = features.map(({ id }) => id);
  const count = countSelected(selection, total);
  const selected: Selected = !selection.isAll
    ? { ids: [...selection.ids] }
    : rows && !rows.handle
      ? { ids: known }
      : { filter: rowsFilter(filter, rows?.area) };
  const definition = spaceById.value.get(space);
  const canEdit = definition !== undefined && mayWrite(definition);
  const copy = (format: CopyFormat) =>
    attempt(async () => {
      const copied = await copySelected(space, selected, format, columns);
      notify(t.table.copied(copied, formatCount(copied)));
    });
  const save = (feature: Feature, property: string, value: unknown) =>
    attempt(async () => {
      try {
        await editCell(space, feature, property, value);
      } catch (error) {
        // What the row shows is out of date.
        contentChanged(space);
        throw error;
      }
    });
  const onKey = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && key === 'a') setSelection({ isAll: true, ids: new Set() });
    else if (isControl && key === 'c' && count > 0) void copy('tsv');
    else if (isControl && key === 'z' && !editSession.value)
      void attempt(() => (event.shiftKey ? redoIn(space) : undoIn(space)));
    else if (key === 'delete' && count > 0 && canEdit) setAsked('delete');
    else if (key === 'escape' && count > 0) setSelection(NOTHING);
    else return;
    event.preventDefault();
  };
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
          <Button
            kind="quiet"
            icon="close"
            onClick={() => {
              search.value = undefined;
            }}
          >
            {t.table.endSearch}
          </Button>
        ) : (
          <CheckField label={t.table.onlyInView} checked={isInView} onChange={setInView} />
        )}
        <span class="spacer" />
        {canUndoIn(space) && (
          <IconButton icon="undo" label={t.table.undo} onClick={() => void attempt(() => undoIn(space))} />
        )}
        {canRedoIn(space) && (
          <IconButton icon="redo" label={t.table.redo} onClick={() => void attempt(() => redoIn(space))} />
        )}
        <IconButton icon="columns" label={t.table.columns.title} onClick={() => setColumns(true)} />
        {rows && <CopyButton label={t.copyAsCurl} text={() => asCurl(rows.request)} />}
        <TablePages
          page={page}
          pages={pages}
          canGoOn={(page + 1) * PAGE < features.length}
          onPage={(to) => void turn(to)}
        />
        <IconButton icon="close" label={t.table.close} onClick={onClose} />
      </header>
      {count > 0 && (
        <SelectionBar
          space={space}
          selected={selected}
          count={count}
          canDelete={canEdit}
          asked={asked}
          onAsk={setAsked}
          onCopy={(format) => void copy(format)}
          onClear={() => setSelection(NOTHING)}
        />
      )}
      <div class="table-scroll">
        <TableGrid
          space={space}
          label={t.table.label(title)}
          features={features.slice(page * PAGE, (page + 1) * PAGE).map((row) => asEdited(space, row))}
          known={known}
          total={total}
          headings={headings}
          sorting={sorting}
          onSort={setSorting}
          selection={selection}
          onSelection={setSelection}
          chosen={chosen}
          onChoose={(feature) => {
            picked.value = { space, id: feature.id };
            const middle = feature.geometry && middleOf(feature.geometry);
            if (middle) canvas.reveal(middle);
          }}
          canEdit={canEdit}
          onSave={(...change) => void save(...change)}
          onTurn={(by) => turn(page + by)}
          onKey={onKey}
        />
        {failure !== undefined && <p class="hint">{t.table.failed(failure)}</p>}
        {rows && features.length === 0 && failure === undefined && (
          <p class="hint">
            {layerStatistics.value.get(space)?.count.value === 0 ? t.table.noneYet : t.table.none}
          </p>
        )}
      </div>
      {hasColumns && <ColumnsDialog space={space} onClose={() => setColumns(false)} />}
    </section>
  );
}

/** A row with what has been changed in it and not been saved yet. */
function asEdited(space: string, feature: Feature): Feature {
  const session = editSession.value;
  const draft = session?.space === space ? session.log.changes.value.get(feature.id) : undefined;
  return draft ? { ...feature, properties: draft.properties as Feature['properties'] } : feature;
}
