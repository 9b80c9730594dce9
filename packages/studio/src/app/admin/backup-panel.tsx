import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatAgo, formatNumber } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { attempt, notify } from '../ui/notices.tsx';

type Backups =
  | { scheduled: false }
  | {
      scheduled: true;
      folder: string;
      everyHours: number;
      keep: number;
      running: boolean;
      lastMadeAt?: number;
      lastFailure?: { at: number; reason: string };
    };

const PATH = '/hub/backups';

/** The backups that the hub makes, and one more if it is wanted now. */
export function BackupPanel() {
  const [backups, setBackups] = useState<Backups>();
  const load = useLoad(async () => setBackups(await call<Backups>({ path: PATH })));
  const begin = () =>
    attempt(async () => {
      setBackups(await call<Backups>({ method: 'POST', path: PATH }));
      notify(t.admin.backups.begun);
    });
  if (!backups) return <Loading {...load} />;
  return (
    <section class="settings panel" aria-labelledby="backups-title">
      <h2 id="backups-title">{t.admin.backups.title}</h2>
      {backups.scheduled ? (
        <>
          <p class="hint">
            {t.admin.backups.plan(formatNumber(backups.everyHours), backups.keep, backups.folder)}
          </p>
          <p>{outcome(backups)}</p>
          {backups.lastFailure && (
            <p class="refusal" role="alert">
              {t.admin.backups.failed(formatAgo(backups.lastFailure.at), backups.lastFailure.reason)}
            </p>
          )}
          <Button disabled={backups.running} onClick={() => void begin()}>
            {t.admin.backups.now}
          </Button>
        </>
      ) : (
        <p class="hint">{t.admin.backups.none}</p>
      )}
    </section>
  );
}

function outcome({ running, lastMadeAt }: Extract<Backups, { scheduled: true }>): string {
  if (running) return t.admin.backups.running;
  return lastMadeAt === undefined ? t.admin.backups.never : t.admin.backups.last(formatAgo(lastMadeAt));
}
