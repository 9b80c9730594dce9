import type { Feature } from '@meridian/client';
import { useEffect, useRef } from 'preact/hooks';
import { isPicture } from '../map/pictures.ts';
import { valueAt } from '../map/value-at.ts';
import { t } from '../strings.ts';
import { formatValue } from '../ui/format.ts';
import { CellEditor } from './cell-editor.tsx';

type Props = {
  feature: Feature;
  title: string;
  /** Properties; undefined stands for the id. The first leads to the feature. */
  headings: readonly (string | undefined)[];
  /** The column that has the keys, if it is in this row. */
  focused: number | undefined;
  isChosen: boolean;
  isSelected: boolean;
  isDeleted: boolean;
  /** The property whose cell is edited, and the type its values usually have. */
  edited: { property: string; datatype: string | undefined } | undefined;
  onChoose: () => void;
  onSelect: (isRange: boolean) => void;
  /** By a double click on a column. */
  onEdit: (column: number) => void;
  onSave: (property: string, value: unknown) => void;
  onCancel: () => void;
};

/** A feature in the table: a check box, what it is called, and its values. */
export function TableRow(props: Props) {
  const { feature, title, headings, focused, isChosen, isSelected, isDeleted, edited } = props;
  const { onChoose, onSelect, onEdit, onSave, onCancel } = props;
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const tabIndex = (column: number) => (column === focused ? 0 : -1);
  const editorOf = (property: string) => (
    <CellEditor
      label={t.table.cell.label(formatValue(property, 40), title)}
      value={valueAt(feature.properties, property)}
      datatype={edited?.datatype}
      onSave={(value) => onSave(property, value)}
      onCancel={onCancel}
    />
  );
  const [first, ...others] = headings;
  return (
    <tr
      ref={element}
      class={`${isChosen ? 'chosen' : ''} ${isDeleted ? 'deleted' : ''}`}
      aria-selected={isSelected}
      aria-current={isChosen}
      onClick={() => hasRoom() && onChoose()}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table has the keys */}
      <td class="select" tabIndex={tabIndex(0)} onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t.table.select(title)}
          checked={isSelected}
          onClick={(event) => onSelect(event.shiftKey)}
        />
      </td>
      <th scope="row" tabIndex={tabIndex(1)} onDblClick={() => onEdit(1)}>
        {first !== undefined && edited?.property === first ? (
          editorOf(first)
        ) : (
          <button type="button" class="link" tabIndex={-1} onClick={onChoose}>
            {title}
          </button>
        )}
      </th>
      {others.map((property, index) => {
        const value = property === undefined ? feature.id : valueAt(feature.properties, property);
        return (
          <td
            key={property ?? ''}
            class={typeof value === 'number' ? 'number' : undefined}
            tabIndex={tabIndex(index + 2)}
            onDblClick={() => onEdit(index + 2)}
          >
            {property === undefined
              ? formatValue(value, 40)
              : edited?.property === property
                ? editorOf(property)
                : shown(value)}
          </td>
        );
      })}
    </tr>
  );
}

/** A value as text, or as a small picture where it is one. */
function shown(value: unknown) {
  if (!isPicture(value)) return formatValue(value, 80);
  return <img class="thumbnail" src={value} alt="" loading="lazy" referrerpolicy="no-referrer" />;
}

/** On a narrow screen the card of a feature covers the table: there, only its title leads to it. */
function hasRoom(): boolean {
  return matchMedia('(min-width: 721px)').matches;
}
