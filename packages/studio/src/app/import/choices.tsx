import type { CsvOptions, FileContents } from '@meridian/formats';
import { useState } from 'preact/hooks';
import { mayWrite, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { formatCount, shortText } from '../ui/format.ts';
import { CrsField } from './crs-field.tsx';
import type { ImportChoices, Preview } from './messages.ts';
import { type ImportRun, pauseImport, stopImport, type Target } from './runs.ts';

const MAX_COLUMNS = 100;

/** What goes into one space: the file, or one of its layers. */
export type ImportPart = { target: Target; layer: string | undefined };

type Props = {
  preview: Preview;
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
  name: string;
  into: string | undefined;
  /** The import of the file, while it is under way. */
  run: ImportRun | undefined;
  onStart: (parts: readonly ImportPart[]) => void;
};

export function Choices({ preview, choices, onChoices, name, into, run, onStart }: Props) {
  const [space, setSpace] = useState(into ?? '');
  const [title, setTitle] = useState(name.replace(/(\.\w{1,10}){1,2}$/, '') || name);
  const [tags, setTags] = useState('');
  const writable = (spaces.value ?? []).filter(mayWrite);
  const { columns, features, isAll, needsCoordinates, contents, refused } = preview;
  const { layers, table } = contents;
  const { layer } = choices.read;
  const start = () => {
    const list = tags.split(',').map((tag) => tag.trim());
    const target = { ...(space === '' ? {} : { space }), tags: list.filter((tag) => tag !== '') };
    if (layers.length < 2 || layer !== undefined || space !== '')
      onStart([{ target: { ...target, title }, layer }]);
    else
      onStart(
        layers.map((name) => ({
          target: { ...target, title: t.import.layerTitle(title, name) },
          layer: name,
        })),
      );
  };
  const canStart =
    !needsCoordinates && (features.length > 0 || !isAll) && (space !== '' || title.trim() !== '');
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart && !run) start();
      }}
    >
      <p class="matching" role="status">
        {features.length === 0 && isAll
          ? refused.length > 0
            ? t.import.allRefused
            : t.import.noFeatures
          : needsCoordinates
            ? t.import.rows(features.length, formatCount(features.length), isAll)
            : t.import.preview(features.length, formatCount(features.length), isAll)}
      </p>
      {needsCoordinates && (
        <p class="refusal" role="alert">
          {t.import.noCoordinates}
        </p>
      )}
      {layers.length > 1 && (
        <SelectField
          label={t.import.layer}
          hint={t.import.layersFound(layers.length)}
          value={layer ?? ''}
          choices={[
            { value: '', label: space === '' ? t.import.layersApart : t.import.layersTogether },
            ...layers.map((value) => ({ value, label: shortText(value, 60) })),
          ]}
          onChange={(value) => onChoices({ ...choices, read: withLayer(choices.read, value) })}
        />
      )}
      <SelectField
        label={t.import.target}
        value={space}
        choices={[
          { value: '', label: t.import.newSpace },
          ...writable.map(({ id, title: label }) => ({ value: id, label: shortText(label, 60) })),
        ]}
        onChange={setSpace}
      />
      {space === '' && <TextField label={t.import.title} value={title} onInput={setTitle} required />}
      <TextField label={t.import.tags} hint={t.import.tagsHint} value={tags} onInput={setTags} />
      {table && <CoordinateColumns table={table} choices={choices} onChoices={onChoices} />}
      <CrsField choices={choices} onChoices={onChoices} found={preview.crs} />
      {columns.length > 0 && !needsCoordinates && (
        <Columns columns={columns} choices={choices} onChoices={onChoices} />
      )}
      {run ? (
        <div class="progress">
          <progress max={1} value={run.progress.share} aria-label={t.screens.import} />
          <p role="status">
            {run.isPaused && `${t.import.paused} `}
            {t.import.progress(formatCount(run.progress.sent), Math.round(run.progress.share * 100))}
          </p>
          <Button icon={run.isPaused ? 'play' : 'pause'} onClick={() => pauseImport(run.id, !run.isPaused)}>
            {run.isPaused ? t.import.resume : t.import.pause}
          </Button>
          <Button onClick={() => stopImport(run.id)}>{t.import.stop}</Button>
        </div>
      ) : (
        <Button kind="main" type="submit" icon="upload" disabled={!canStart}>
          {t.import.start}
        </Button>
      )}
    </form>
  );
}

function withLayer({ layer: _, ...read }: ImportChoices['read'], name: string): ImportChoices['read'] {
  return name === '' ? read : { ...read, layer: name };
}

type ColumnProps = Pick<Props, 'choices' | 'onChoices'> & { columns: string[] };

type TableProps = Pick<Props, 'choices' | 'onChoices'> & { table: NonNullable<FileContents['table']> };

/** Which columns of a table say where things are. */
function CoordinateColumns({ table, choices, onChoices }: TableProps) {
  const { csv = {} } = choices.read;
  const setCsv = (value: CsvOptions) => onChoices({ ...choices, read: { ...choices.read, csv: value } });
  const names = table.columns.filter((name) => name !== '');
  return (
    <fieldset>
      <legend>{t.import.columns}</legend>
      {(['lon', 'lat', 'geometry'] as const).map((member) => {
        const { [member]: chosen = '', ...others } = csv;
        const found = chosen === '' ? table[member] : undefined;
        return (
          <SelectField
            key={member}
            label={t.import[member]}
            value={chosen}
            choices={[
              {
                value: '',
                label: found === undefined ? t.import.noColumn : t.import.detected(shortText(found, 60)),
              },
              ...names.map((value) => ({ value, label: shortText(value, 60) })),
            ]}
            onChange={(value) => setCsv(value === '' ? others : { ...others, [member]: value })}
          />
        );
      })}
      <CheckField
        label={t.import.withoutGeometry}
        checked={csv.allowNoGeometry ?? false}
        onChange={(allowNoGeometry) => setCsv({ ...csv, allowNoGeometry })}
      />
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
          ...columns.map((value) => ({ value, label: shortText(value, 60) })),
        ]}
        onChange={(value) => onChoices({ ...rest, dropped, ...(value === '' ? {} : { idProperty: value }) })}
      />
      <div class="checks">
        {columns.slice(0, MAX_COLUMNS).map((name) => (
          <CheckField
            key={name}
            label={shortText(name, 60)}
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
