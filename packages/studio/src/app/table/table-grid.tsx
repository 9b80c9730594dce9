import type { Feature } from '@meridian/client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { editSession } from '../edit/session.ts';
import { layerStatistics } from '../map/state.ts';
import { titleOf } from '../map/titles.ts';
import { valueAt } from '../map/value-at.ts';
import { t } from '../strings.ts';
import { formatValue } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { notify } from '../ui/notices.tsx';
import { isCellEditable } from './cell-value.ts';
import { type CellAt, cellAfter } from './grid-keys.ts';
import { extended, isSelected, type Selection, toggled } from './selection.ts';
import type { Sorting } from './sorting.ts';
import { TableRow } from './table-row.tsx';

type Props = {
  space: string;
  label: string;
  /** The page that is shown. */
  features: readonly Feature[];
  /** The ids of all rows that are loaded, in their order. */
  known: readonly string[];
  total: number;
  headings: readonly (string | undefined)[];
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  chosen: string | undefined;
  onChoose: (feature: Feature) => void;
  canEdit: boolean;
  onSave: (feature: Feature, property: string, value: unknown) => void;
  /** Turns the page, if there is one. */
  onTurn: (by: -1 | 1) => boolean;
  /** Further keys: of what can be done with rows. */
  onKey: (event: KeyboardEvent) => void;
};

/** Rows and columns, with a cell that has the keys: one stop for Tab, arrow keys within. */
export function TableGrid(props: Props) {
  const { space, features, known, headings, selection, onSelection, onChoose, canEdit, onTurn } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [at, setAt] = useState<CellAt>({ row: 0, column: 1 });
  const [edited, setEdited] = useState<{ id: string; property: string }>();
  const wantsFocus = useRef(false);
  const row = Math.min(at.row, Math.max(0, features.length - 1));
  const focusCell = () => body.current?.rows[row]?.cells[at.column]?.focus();
  useLayoutEffect(() => {
    if (wantsFocus.current && !edited) focusCell();
    wantsFocus.current = false;
  }, [at, edited, features]);
  const moveTo = (next: CellAt) => {
    wantsFocus.current = true;
    if (next.row >= 0 && next.row < features.length) return setAt(next);
    const isBefore = next.row < 0;
    if (onTurn(isBefore ? -1 : 1))
      setAt({ row: isBefore ? Number.MAX_SAFE_INTEGER : 0, column: next.column });
  };
  const select = (index: number, isRange: boolean) => {
    const { id } = features[index]!;
    onSelection(isRange ? extended(selection, id, known) : toggled(selection, id, known));
  };
  const edit = (index: number, column: number) => {
    const [feature, property] = [features[index]!, headings[column - 1]];
    if (!canEdit || column === 0 || property === undefined || isDeleted(space, feature.id)) return;
    if (!isCellEditable(valueAt(feature.properties, property))) return notify(t.table.cell.inEditor);
    setAt({ row: index, column });
    setEdited({ id: feature.id, property });
  };
  const endEditing = () => {
    wantsFocus.current = true;
    setEdited(undefined);
  };
  const onKey = (event: KeyboardEvent) => {
    if (!features[row] || !(event.target as HTMLElement).closest('tbody')) return;
    const next = cellAfter(
      event.key,
      { row, column: at.column },
      { rows: features.length, columns: headings.length + 1 },
    );
    if (next) {
      if (event.shiftKey && next.row !== row && features[next.row]) {
        const from = extended(selection, features[row].id, known);
        onSelection(extended(from, features[next.row]!.id, known));
      }
      moveTo(next);
    } else if (event.key === ' ') select(row, event.shiftKey);
    else if (event.key === 'Enter' && at.column === 1) onChoose(features[row]);
    else if (event.key === 'F2' || event.key === 'Enter') edit(row, at.column);
    else return props.onKey(event);
    event.preventDefault();
  };
  const datatypes = layerStatistics.value.get(space)?.properties.value ?? [];
  const datatypeOf = (property: string | undefined) =>
    datatypes.find(({ key }) => key === property)?.datatype;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells have the keys
      role="grid"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-rowcount={props.total + 1}
      onKeyDown={onKey}
    >
      <thead>
        <tr>
          <td class="select">
            <input
              type="checkbox"
              aria-label={t.table.selectAll}
              title={t.table.selectAll}
              checked={selection.isAll}
              onChange={({ currentTarget: { checked } }) => onSelection({ isAll: checked, ids: new Set() })}
            />
          </td>
          {headings.map((property) => (
            <Heading
              key={property ?? ''}
              name={property ?? 'id'}
              isNumeric={datatypeOf(property) === 'number'}
              sorting={props.sorting?.property === property ? props.sorting : undefined}
              onSort={(isDescending) => props.onSort({ property, isDescending })}
            />
          ))}
        </tr>
      </thead>
      <tbody
        ref={body}
        onFocusIn={({ target }) => {
          const cell = (target as HTMLElement).closest('td, th') as HTMLTableCellElement | null;
          const found = cell?.closest('tr');
          if (!cell || !found || !body.current) return;
          const now = { row: [...body.current.rows].indexOf(found), column: cell.cellIndex };
          if (now.row !== row || now.column !== at.column) setAt(now);
        }}
      >
        {features.map((feature, index) => (
          <TableRow
            key={feature.id}
            feature={feature}
            title={titleOf(space, feature, 60)}
            headings={headings}
            focused={index === row ? at.column : undefined}
            isChosen={props.chosen === feature.id}
            isSelected={isSelected(selection, feature.id)}
            isDeleted={isDeleted(space, feature.id)}
            edited={
              edited?.id === feature.id
                ? {
                    property: edited.property,
                    datatype: datatypeOf(edited.property),
                  }
                : undefined
            }
            onChoose={() => onChoose(feature)}
            onSelect={(isRange) => select(index, isRange)}
            onEdit={(column) => edit(index, column)}
            onSave={(property, value) => {
              endEditing();
              props.onSave(feature, property, value);
            }}
            onCancel={endEditing}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Whether it is deleted by what has not been saved yet. */
function isDeleted(space: string, id: string): boolean {
  const session = editSession.value;
  return session?.space === space && session.log.changes.value.get(id)?.kind === 'deleted';
}

type HeadingProps = {
  name: string;
  isNumeric: boolean;
  sorting: Sorting | undefined;
  onSort: (isDescending: boolean) => void;
};

function Heading({ name, isNumeric, sorting, onSort }: HeadingProps) {
  return (
    <th
      scope="col"
      class={isNumeric ? 'number' : undefined}
      aria-sort={sorting ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" onClick={() => onSort(sorting ? !sorting.isDescending : false)}>
        {formatValue(name, 40)}
        {sorting && <Icon name={sorting.isDescending ? 'down' : 'up'} />}
      </button>
    </th>
  );
}
