import { useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { TextField } from '../ui/field.tsx';
import type { ImportChoices } from './messages.ts';

type Props = {
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
  /** What the coordinates were converted from; absent where they are longitude and latitude. */
  found: string | undefined;
};

/** The system that the coordinates of a file are in: as the file says, or as is known better. */
export function CrsField({ choices, onChoices, found }: Props) {
  const { crs = '', ...read } = choices.read;
  const [text, setText] = useState(crs);
  const choose = () => {
    const chosen = text.trim();
    if (chosen !== crs)
      onChoices({ ...choices, read: { ...read, ...(chosen === '' ? {} : { crs: chosen }) } });
  };
  return (
    <TextField
      label={t.import.crs}
      hint={found === undefined ? t.import.crsHint : t.import.converted(found.slice(0, 80))}
      value={text}
      onInput={setText}
      onChange={choose}
      placeholder="EPSG:25832"
    />
  );
}
