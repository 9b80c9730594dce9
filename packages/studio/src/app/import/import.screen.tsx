import { FORMATS } from '@meridian/formats';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Route } from '../route.ts';
import { loadSpaces, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { DropZone } from '../ui/drop-zone.tsx';
import { Icon } from '../ui/icon.tsx';
import { attempt, describe } from '../ui/notices.tsx';
import { Choices, type ImportPart } from './choices.tsx';
import { CrsField } from './crs-field.tsx';
import { startJob } from './file-worker.ts';
import { Guessed } from './guessed.tsx';
import { ImportReport } from './import-report.tsx';
import type { ImportChoices, Preview } from './messages.ts';
import { forgetMap, offered, returnToMap } from './offered.ts';
import { PreviewMap } from './preview-map.tsx';
import { RefusedList } from './refused-list.tsx';
import {
  dismissImport,
  type ImportRun,
  imports,
  isPartial,
  isRunning,
  shownImport,
  startImport,
} from './runs.ts';

type At = Extract<Route, { screen: 'import' }>;

const PLAIN: ImportChoices = { read: {}, dropped: [] };
const FORMAT_NAMES = Object.values(FORMATS)
  .map(({ title }) => title)
  .join(', ');

/** Brings files into spaces: looks at each first, then sends it. What is sent goes on when this screen is left. */
export function ImportScreen({ at }: { at: At }) {
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<ImportChoices>(PLAIN);
  const [preview, setPreview] = useState<Preview>();
  const [unreadable, setUnreadable] = useState<string>();
  /** The file that is looked at, also between two renderings: files may be dropped one right after the other. */
  const current = useRef<File | undefined>(undefined);
  const waiting = offered.value;
  const run = shownRun();
  const refusal = run?.refusal ?? unreadable;
  const result = run?.result;

  /** The next of the files that wait. */
  const openNext = () => {
    const [next, ...others] = offered.value;
    if (!next) return;
    offered.value = others;
    current.current = next;
    setFile(next);
    setChoices(PLAIN);
    setPreview(undefined);
    letGo();
  };
  const open = (files: readonly File[]) => {
    offered.value = [...offered.value, ...files];
    // What is looked at stays until it is sent.
    if (!current.current || shownRun()) openNext();
  };

  useEffect(() => {
    if (!current.current && !run) openNext();
    if (!spaces.value) void attempt(loadSpaces);
    return () => {
      letGo();
      forgetMap();
    };
  }, []);

  useEffect(() => {
    // A report that has something to say is read first.
    if (result && result.refusedCount === 0 && !isPartial(run)) returnToMap(run.space!);
  }, [result]);

  useEffect(() => {
    if (!file) return;
    setUnreadable(undefined);
    const reading = startJob({ kind: 'preview', file, choices }, (message) =>
      message.kind === 'preview' ? message.preview : undefined,
    );
    reading.result.then(setPreview, (error) => setUnreadable(describe(error)));
    return () => reading.end();
  }, [file, choices.read]);

  const start = (parts: readonly ImportPart[]) => {
    const runs = parts.map(({ target, layer }) =>
      startImport(
        file!,
        { ...choices, read: { ...choices.read, ...(layer === undefined ? {} : { layer }) } },
        target,
      ),
    );
    // The tray shows the others.
    shownImport.value = runs[0];
  };
  const importWithNewIds = (records: readonly number[]) => {
    const { file, space, choices, target } = run!;
    letGo();
    shownImport.value = startImport(file, { ...choices, withNewIds: records }, { ...target, space: space! });
  };

  return (
    <DropZone onFiles={open}>
      <header class="page-head">
        <div>
          <h1>{t.screens.import}</h1>
          <p class="lead">{t.import.lead}</p>
        </div>
        {(file || result) && <FileButton label={t.import.another} onFiles={open} />}
      </header>
      {!file && !run && (
        <div class="drop">
          <Icon name="upload" />
          <p>
            <strong>{t.import.drop}</strong>
          </p>
          <FileButton label={t.import.choose} onFiles={open} isMain />
          <p class="hint">{t.import.formats(FORMAT_NAMES)}</p>
        </div>
      )}
      {(file || run) && waiting.length > 0 && (
        <p class="waiting" role="status">
          {t.import.waiting(waiting.length, waiting[0]!.name.slice(0, 60))}
          <Button onClick={openNext}>{run ? t.import.next : t.import.skip}</Button>
        </p>
      )}
      {file && !result && (
        <div class="import">
          <section class="import-side" aria-label={file.name}>
            <h2>{file.name.slice(0, 80)}</h2>
            {!preview && !refusal && <p class="loading">{t.import.reading}</p>}
            {refusal && (
              <p class="refusal" role="alert">
                {refusal}
              </p>
            )}
            {!preview && refusal && !run && (
              <CrsField choices={choices} onChoices={setChoices} found={undefined} />
            )}
            {preview && (
              <Choices
                preview={preview}
                choices={choices}
                onChoices={setChoices}
                name={file.name}
                into={at.into}
                run={run && isRunning(run) ? run : undefined}
                onStart={start}
              />
            )}
            {preview && <Guessed guessed={preview.guessed} />}
            {preview && preview.refused.length > 0 && <RefusedList refused={preview.refused} />}
          </section>
          {preview && !preview.needsCoordinates && preview.features.length > 0 && (
            <PreviewMap features={preview.features} />
          )}
        </div>
      )}
      {run && result && <ImportReport run={run} result={result} onNewIds={importWithNewIds} />}
    </DropZone>
  );
}

/** The import that this screen shows itself. */
function shownRun(): ImportRun | undefined {
  return imports.value.find(({ id }) => id === shownImport.value);
}

/** From here on the tray shows the import, unless its end has been seen. */
function letGo(): void {
  const run = shownRun();
  shownImport.value = undefined;
  if (run && !isRunning(run)) dismissImport(run.id);
}

function FileButton({
  label,
  onFiles,
  isMain = false,
}: {
  label: string;
  onFiles: (files: readonly File[]) => void;
  isMain?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind={isMain ? 'main' : 'plain'} icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
