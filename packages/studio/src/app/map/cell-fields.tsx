import { CELL_MEASURES, type CellBy, type CellMeasure } from '../../map-style/document.ts';
import { t } from '../strings.ts';
import { SelectField } from '../ui/field.tsx';

type Props = {
  cellBy: CellBy | undefined;
  numeric: readonly { key: string }[];
  onChange: (cellBy: CellBy | undefined) => void;
};

/** What hexagons show: how many features they have, or what is made of a property of these. */
export function CellFields({ cellBy, numeric, onChange }: Props) {
  const names = new Set([...(cellBy ? [cellBy.property] : []), ...numeric.map(({ key }) => key)]);
  return (
    <>
      <SelectField
        label={t.cells.by}
        value={cellBy?.property ?? ''}
        choices={[
          { value: '', label: t.cells.count },
          ...[...names].map((name) => ({ value: name, label: name.slice(0, 60) })),
        ]}
        onChange={(property) =>
          onChange(property === '' ? undefined : { property, measure: cellBy?.measure ?? 'sum' })
        }
      />
      {cellBy && (
        <SelectField
          label={t.cells.measure}
          value={cellBy.measure}
          choices={CELL_MEASURES.map((value) => ({ value, label: t.cells.names[value] }))}
          onChange={(measure) => onChange({ ...cellBy, measure: measure as CellMeasure })}
        />
      )}
    </>
  );
}
