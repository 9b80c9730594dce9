import { useState } from 'preact/hooks';
import { mayWrite, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import type { ImportChoices, Preview, Progress } from './messages.ts';
import type { Target } from './runs.ts';

const MAX_COLUMNS = 100;

type Props = {
  preview: Preview;
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
  name: string;
  into: string | undefined;
  progress: Progress | undefined;
  onStart: (target: Target) => void;
  onStop: () => void;
};

export function Choices({ preview, choices, onChoices, name, into, progress, onStart, onStop }: Props) {
  const [space, setSpace] = useState(into ?? '');
  const [title, setTitle] = useState(name.replace(/(\.\w{1,10}){1,2}$/, '') || name);
  const [tags, setTags] = useState('');
  const writable = (spaces.value ?? []).filter(mayWrite);
  const { columns, features, isAll, needsCoordinates, format } = preview;
  const start = () => {
    const list = tags.split(',').map((tag) => tag.trim());
    onStart({ ...(space === '' ? {} : { space }), title, tags: list.filter((tag) => tag !== '') });
  };
  const canStart =
    !needsCoordinates && (features.length > 0 || !isAll) && (space !== '' || title.trim() !== '');
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart && !progress) start();
      }}
    >
      <p class="matching" role="status">
        {features.length === 0 && isAll
          ? t.import.noFeatures
          : t.import.preview(features.length, formatCount(features.length), isAll)}
      </p>
      <SelectField
        label={t.import.target}
        value={space}
        choices={[
          { value: '', label: t.import.newSpace },
          ...writable.map(({ id, title: label }) => ({ value: id, label: label.slice(0, 60) })),
        ]}
        onChange={setSpace}
      />
      {space === '' && <TextField label={t.import.title} value={title} onInput={setTitle} required />}
      <TextField label={t.import.tags} hint={t.import.tagsHint} value={tags} onInput={setTags} />
      {format === 'csv' && <CoordinateColumns columns={columns} choices={choices} onChoices={onChoices} />}
      {columns.length > 0 && <Columns columns={columns} choices={choices} onChoices={onChoices} />}
      {progress ? (
        <div class="progress">
          <progress max={1} value={progress.share} aria-label={t.screens.import} />
          <p role="status">
            {t.import.progress(formatCount(progress.sent), Math.round(progress.share * 100))}
          </p>
          <Button onClick={onStop}>{t.import.stop}</Button>
        </div>
      ) : (
        <Button kind="main" type="submit" icon="upload" disabled={!canStart}>
          {t.import.start}
        </Button>
      )}
    </form>
  );
}

type ColumnProps = Pick<Props, 'choices' | 'onChoices'> & { columns: string[] };

/** Which columns of a table say where things are. */
function CoordinateColumns({ columns, choices, onChoices }: ColumnProps) {
  const { csv = {} } = choices.read;
  const names = [
    ...new Set([...columns, ...[csv.lon, csv.lat, csv.geometry].filter((name) => name !== undefined)]),
  ];
  const list = [
    { value: '', label: t.import.guessed },
    ...names.map((value) => ({ value, label: value.slice(0, 60) })),
  ];
  const set = (member: 'lon' | 'lat' | 'geometry', value: string) => {
    const { [member]: _, ...others } = csv;
    onChoices({ ...choices, read: { csv: value === '' ? others : { ...others, [member]: value } } });
  };
  return (
    <fieldset>
      <legend>{t.import.columns}</legend>
      {(['lon', 'lat', 'geometry'] as const).map((member) => (
        <SelectField
          key={member}
          label={t.import[member]}
          value={csv[member] ?? ''}
          choices={list}
          onChange={(value) => set(member, value)}
        />
      ))}
    </fieldset>
  );
}

/** Which properties are imported, and which of them is the id. */
function Columns({ columns, choices, onChoices }: ColumnProps) {
  const { dropped, idProperty, ...rest } = choices;
  return (
    <details>
      <summary>{t.filter.properties}</summary>
      <SelectField
        label={t.import.id}
        value={idProperty ?? ''}
        choices={[
          { value: '', label: t.import.noId },
          ...columns.map((value) => ({ value, label: value.slice(0, 60) })),
        ]}
        onChange={(value) => onChoices({ ...rest, dropped, ...(value === '' ? {} : { idProperty: value }) })}
      />
      <div class="checks">
        {columns.slice(0, MAX_COLUMNS).map((name) => (
          <CheckField
            key={name}
            label={name.slice(0, 60)}
            checked={!dropped.includes(name)}
            onChange={(isIncluded) =>
              onChoices({
                ...choices,
                dropped: isIncluded ? dropped.filter((other) => other !== name) : [...dropped, name],
              })
            }
          />
        ))}
      </div>
    </details>
  );
}
