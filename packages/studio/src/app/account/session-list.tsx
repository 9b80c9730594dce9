import type { AccountSession } from '@meridian/client';
import { useState } from 'preact/hooks';
import { programName } from '../../admin/program-name.ts';
import { hub } from '../api/call.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatAgo, formatMoment, shortText } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { attempt, notify } from '../ui/notices.tsx';

/** Where the account is signed in, each of which can be signed out from here. */
export function SessionList() {
  const [sessions, setSessions] = useState<AccountSession[]>();
  const load = useLoad(async () => setSessions(await hub().account.sessions()));
  const end = ({ id }: AccountSession) =>
    attempt(async () => {
      await hub().account.endSession(id);
      notify(t.ownAccount.sessionEnded);
      await load.reload();
    });
  if (!sessions) return <Loading {...load} />;
  return (
    <section class="settings panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t.ownAccount.signedIn}</h2>
      <ul class="rows">
        {sessions.map((session) => {
          const name = nameOf(session);
          return (
            <li key={session.id} class="row">
              <div class="row-body">
                <h3>{session.current ? `${t.ownAccount.thisSession}: ${name}` : name}</h3>
                <p class="facts">
                  <span>{t.ownAccount.since(formatMoment(session.createdAt))}</span>
                  <span>{t.ownAccount.used(formatAgo(session.lastUsedAt))}</span>
                </p>
              </div>
              {!session.current && (
                <Button
                  kind="quiet"
                  label={t.ownAccount.endSessionOf(name)}
                  onClick={() => void end(session)}
                >
                  {t.ownAccount.endSession}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function nameOf({ program = '' }: AccountSession): string {
  const { browser, system } = programName(program);
  if (browser === undefined) return shortText(program, 60) || t.ownAccount.otherProgram;
  return system === undefined ? browser : t.ownAccount.browserOn(browser, system);
}
