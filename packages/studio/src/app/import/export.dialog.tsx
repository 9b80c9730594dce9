import type { Space } from '@meridian/client';
import { WRITE_FORMATS, type WriteFormatId } from '@meridian/formats';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings.ts';
import type { Selected } from '../table/selected.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { CheckField, SelectField } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import { describe, notify } from '../ui/notices.tsx';
import { download } from './download.ts';
import { type Job, startJob } from './file-worker.ts';

type Props = {
  space: Space;
  /** Not all of it. */
  selected?: Selected & { count: number };
  onClose: () => void;
};

/** Files for people: what the hub notes of a feature would be a column of JSON. */
const TABLES: readonly WriteFormatId[] = ['csv', 'xlsx'];

/** Writes a space into a file, or some of its features. */
export function ExportDialog({ space, selected, onClose }: Props) {
  const [format, setFormat] = useState<WriteFormatId>('geojson');
  const [withNotes, setNotes] = useState(false);
  const isTable = TABLES.includes(format);
  const [count, setCount] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const job = useRef<Job<Blob> | undefined>(undefined);
  useEffect(() => () => job.current?.end(), []);
  const start = async () => {
    setCount(0);
    setRefusal(undefined);
    job.current = startJob(
      {
        kind: 'export',
        space: space.id,
        format,
        withNotes: withNotes || !isTable,
        ...(selected ? { selected } : {}),
      },
      (message) => {
        if (message.kind === 'exporting') setCount(message.count);
        return message.kind === 'exported' ? message.blob : undefined;
      },
    );
    try {
      const name = `${fileName(space)}.${WRITE_FORMATS[format].ending}`;
      download(await job.current.result, name);
      notify(t.export.done(name));
      onClose();
    } catch (error) {
      setRefusal(describe(error));
    } finally {
      setCount(undefined);
    }
  };
  return (
    <Dialog title={t.export.title(space.title.slice(0, 80))} onClose={onClose} onSubmit={() => void start()}>
      {selected && <p>{t.table.selected(formatCount(selected.count))}</p>}
      <SelectField
        label={t.export.format}
        value={format}
        choices={Object.entries(WRITE_FORMATS).map(([value, { title }]) => ({ value, label: title }))}
        onChange={(value) => setFormat(value as WriteFormatId)}
      />
      {isTable && <CheckField label={t.export.withNotes} checked={withNotes} onChange={setNotes} />}
      {count !== undefined && <p role="status">{t.export.progress(formatCount(count))}</p>}
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="main" type="submit" icon="download" disabled={count !== undefined}>
          {t.export.start}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const LONGEST_NAME = 80;

/** By the title of the space, without what some file systems do not take. */
function fileName({ title, id }: Space): string {
  const name = title.replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim();
  return name.slice(0, LONGEST_NAME).trim() || id;
}
