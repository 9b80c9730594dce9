import { editSession, unsavedCount } from '../edit/session.ts';
import {
  dismissImport,
  type ImportRun,
  imports,
  isPartial,
  isRunning,
  pauseImport,
  resumeImport,
  shownImport,
  stopImport,
} from '../import/runs.ts';
import { go, type Screen } from '../route.ts';
import { spaceById } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';

/** What goes on besides what the screen shows: unsaved changes, and imports. */
export function Tray({ screen }: { screen: Screen }) {
  const session = editSession.value;
  const hasEdits = session !== undefined && unsavedCount.value > 0 && screen !== 'map';
  const runs = imports.value.filter(({ id }) => id !== shownImport.value);
  if (screen === 'published' || (!hasEdits && runs.length === 0)) return null;
  return (
    <section class={screen === 'map' ? 'tray above-controls' : 'tray'} aria-label={t.tray.label}>
      {hasEdits && (
        <div class="tray-entry">
          <p>{t.tray.edits(unsavedCount.value, titleOf(session.space))}</p>
          <Button kind="main" icon="pencil" onClick={() => go(session.on)}>
            {t.tray.goOn}
          </Button>
        </div>
      )}
      {runs.map((run) => (
        <ImportEntry key={run.id} run={run} />
      ))}
    </section>
  );
}

function ImportEntry({ run }: { run: ImportRun }) {
  const name = run.name.slice(0, 60);
  const sent = formatCount(run.progress.sent);
  if (isRunning(run))
    return (
      <div class="tray-entry">
        <div class="tray-text">
          <p role="status">{run.isPaused ? t.tray.paused(name) : t.tray.importing(name)}</p>
          <progress max={1} value={run.progress.share} aria-label={t.tray.importing(name)} />
          <p class="hint">{t.import.progress(sent, Math.round(run.progress.share * 100))}</p>
        </div>
        <IconButton
          icon={run.isPaused ? 'play' : 'pause'}
          label={run.isPaused ? t.tray.resume(name) : t.tray.pause(name)}
          onClick={() => pauseImport(run.id, !run.isPaused)}
        />
        <IconButton icon="close" label={t.tray.stop(name)} onClick={() => stopImport(run.id)} />
      </div>
    );
  return (
    <div class="tray-entry">
      <div class="tray-text">
        <p role="status">{outcomeOf(run, name)}</p>
        {isPartial(run) && (
          <Button icon="play" onClick={() => resumeImport(run.id)}>
            {t.import.goOn}
          </Button>
        )}
        {run.result && run.result.refusedCount > 0 && (
          <Button kind="quiet" icon="table" onClick={() => showReport(run.id)}>
            {t.tray.report}
          </Button>
        )}
        {run.space && (
          <Button kind="quiet" icon="map" onClick={() => go({ screen: 'map', add: run.space! })}>
            {t.tray.show}
          </Button>
        )}
      </div>
      <IconButton icon="close" label={t.tray.dismiss(name)} onClick={() => dismissImport(run.id)} />
    </div>
  );
}

function showReport(id: number): void {
  shownImport.value = id;
  go({ screen: 'import' });
}

function outcomeOf({ result, refusal, progress }: ImportRun, name: string): string {
  if (!result) return t.tray.failed(name, formatCount(progress.sent), refusal ?? '');
  const sent = formatCount(result.sent);
  if (result.failure !== undefined) return t.tray.failed(name, sent, result.failure);
  if (result.wasStopped) return t.tray.stopped(name, sent);
  return t.tray.imported(name, sent, result.refusedCount > 0 ? formatCount(result.refusedCount) : undefined);
}

function titleOf(space: string): string {
  return (spaceById.value.get(space)?.title ?? space).slice(0, 60);
}
