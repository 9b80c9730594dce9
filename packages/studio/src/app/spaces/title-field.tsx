import type { Space } from '@meridian/client';
import { useEffect } from 'preact/hooks';
import { guessedTitle } from '../map/titles.ts';
import { t } from '../strings.ts';
import { SelectField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { knownStatistics, wantStatistics } from './catalogue.ts';

const MOST = 200;

type Props = {
  space: Space;
  /** Empty where none is chosen. */
  value: string;
  onChange: (property: string) => void;
};

/** The property whose values features are called by. */
export function TitleField({ space, value, onChange }: Props) {
  useEffect(() => wantStatistics(space), [space]);
  const found = knownStatistics(space)?.properties.value ?? [];
  const simple = found.filter(({ datatype }) => datatype !== 'array' && datatype !== 'object');
  const names = [...new Set([...(value === '' ? [] : [value]), ...simple.map(({ key }) => key)])];
  return (
    <SelectField
      label={t.titles.label}
      hint={t.titles.hint}
      value={value}
      choices={[
        { value: '', label: t.titles.guessed(guessedTitle(found)?.slice(0, 60)) },
        ...names.slice(0, MOST).map((name) => ({ value: name, label: shortText(name, 80) })),
      ]}
      onChange={onChange}
    />
  );
}
