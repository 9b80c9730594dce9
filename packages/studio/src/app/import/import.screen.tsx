import { FORMATS } from '@meridian/formats';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import type { Route } from '../route.ts';
import { loadSpaces, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { DropZone } from '../ui/drop-zone.tsx';
import { Icon } from '../ui/icon.tsx';
import { attempt, describe } from '../ui/notices.tsx';
import { Choices, type Target } from './choices.tsx';
import { type Job, startJob } from './file-worker.ts';
import { ImportReport } from './import-report.tsx';
import type { ImportChoices, ImportResult, Preview, Progress } from './messages.ts';
import { offered } from './offered.ts';
import { PreviewMap } from './preview-map.tsx';
import { RefusedList } from './refused-list.tsx';

type At = Extract<Route, { screen: 'import' }>;

const PLAIN: ImportChoices = { read: {}, dropped: [] };
const FORMAT_NAMES = Object.values(FORMATS)
  .map(({ title }) => title)
  .join(', ');

/** Brings a file into a space: looks at it first, then sends it. */
export function ImportScreen({ at }: { at: At }) {
  const [file, setFile] = useState<File | undefined>(offered.value);
  const [choices, setChoices] = useState<ImportChoices>(PLAIN);
  const [preview, setPreview] = useState<Preview>();
  const [refusal, setRefusal] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const [result, setResult] = useState<ImportResult & { space: string }>();
  const job = useRef<Job<unknown> | undefined>(undefined);
  useEffect(() => {
    offered.value = undefined;
    if (!spaces.value) void attempt(loadSpaces);
    return () => job.current?.end();
  }, []);

  useEffect(() => {
    if (!file) return;
    setRefusal(undefined);
    const reading = startJob({ kind: 'preview', file, choices }, (message) =>
      message.kind === 'preview' ? message.preview : undefined,
    );
    reading.result.then(setPreview, (error) => setRefusal(describe(error)));
    return () => reading.end();
  }, [file, choices.read]);

  const open = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setChoices(PLAIN);
    setPreview(undefined);
    setResult(undefined);
    setProgress(undefined);
  };

  const start = (target: Target) =>
    attempt(async () => {
      setRefusal(undefined);
      setProgress({ sent: 0, refusedCount: 0, share: 0 });
      try {
        const space = target.space ?? (await hub().spaces.create({ title: target.title })).id;
        const running = startJob(
          { kind: 'import', file: file!, choices, space, tags: target.tags },
          (message) => {
            if (message.kind === 'progress') setProgress(message.progress);
            return message.kind === 'imported' ? message.result : undefined;
          },
        );
        job.current = running;
        setResult({ ...(await running.result), space });
        await loadSpaces();
      } catch (error) {
        setRefusal(describe(error));
      } finally {
        setProgress(undefined);
      }
    });

  return (
    <DropZone onFile={open}>
      <header class="page-head">
        <div>
          <h1>{t.screens.import}</h1>
          <p class="lead">{t.import.lead}</p>
        </div>
        {file && !progress && <FileButton label={t.import.another} onFile={open} />}
      </header>
      {!file && (
        <div class="drop">
          <Icon name="upload" />
          <p>
            <strong>{t.import.drop}</strong>
          </p>
          <FileButton label={t.import.choose} onFile={open} isMain />
          <p class="hint">{t.import.formats(FORMAT_NAMES)}</p>
        </div>
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
            {preview && (
              <Choices
                preview={preview}
                choices={choices}
                onChoices={setChoices}
                name={file.name}
                into={at.into}
                progress={progress}
                onStart={(target) => void start(target)}
                onStop={() => job.current?.stop()}
              />
            )}
            {preview && preview.refused.length > 0 && <RefusedList refused={preview.refused} />}
          </section>
          {preview && preview.features.length > 0 && <PreviewMap features={preview.features} />}
        </div>
      )}
      {result && <ImportReport result={result} space={result.space} />}
    </DropZone>
  );
}

function FileButton({
  label,
  onFile,
  isMain = false,
}: {
  label: string;
  onFile: (file: File | undefined) => void;
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
        hidden
        aria-label={label}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
