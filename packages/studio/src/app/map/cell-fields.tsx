import { CELL_MEASURES, type CellBy, type CellMeasure } from '../../map-style/document.ts';
import { t } from '../strings.ts';
import { SelectField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { numberRange } from './number-range.ts';

type Props = {
  space: string;
  cellBy: CellBy | undefined;
  numeric: readonly { key: string }[];
  onChange: (cellBy: CellBy | undefined) => void;
};

/** What hexagons show: how many features they have, or what is made of a property of these. */
export function CellFields({ space, cellBy, numeric, onChange }: Props) {
  const names = new Set([...(cellBy ? [cellBy.property] : []), ...numeric.map(({ key }) => key)]);
  const show = (property: string) =>
    attempt(async () => {
      if (property === '') return onChange(undefined);
      const [low, high] = await numberRange(space, property);
      onChange({ property, measure: cellBy?.measure ?? 'sum', low, high });
    });
  return (
    <>
      <SelectField
        label={t.cells.by}
        value={cellBy?.property ?? ''}
        choices={[
          { value: '', label: t.cells.count },
          ...[...names].map((name) => ({ value: name, label: shortText(name, 60) })),
        ]}
        onChange={(property) => void show(property)}
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
