import { useState } from 'preact/hooks';
import { call, hub } from '../api/call.ts';
import { account } from '../session.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { formatBytes } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { describe, notify } from '../ui/notices.tsx';
import { SessionList } from './session-list.tsx';

const MIN_LENGTH = 8;

export type Usage = { usedBytes: number; maxBytes?: number };

/** One's own account: what it stores, and its password. */
export function AccountScreen() {
  const [usage, setUsage] = useState<Usage>();
  const load = useLoad(async () => setUsage(await call<Usage>({ path: '/account-api/accounts/me/usage' })));
  return (
    <div class="page narrow-page">
      <header class="page-head">
        <div>
          <h1>{t.screens.account}</h1>
          <p class="lead">{t.ownAccount.lead(account.value?.email ?? '')}</p>
        </div>
      </header>
      {!usage && <Loading {...load} />}
      {usage && (
        <>
          <dl class="figures">
            <div>
              <dt>{t.ownAccount.stored}</dt>
              <dd>{storedText(usage)}</dd>
            </div>
          </dl>
          <SessionList />
          <PasswordForm />
        </>
      )}
    </div>
  );
}

export function storedText({ usedBytes, maxBytes }: Usage): string {
  return t.ownAccount.storedOf(
    formatBytes(usedBytes),
    maxBytes === undefined ? undefined : formatBytes(maxBytes),
  );
}

function PasswordForm() {
  const [password, setPassword] = useState('');
  const [wanted, setWanted] = useState('');
  const [repeated, setRepeated] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isDifferent = repeated !== '' && repeated !== wanted;
  const change = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await hub().account.changePassword(password, wanted);
      notify(t.ownAccount.changed);
      for (const clear of [setPassword, setWanted, setRepeated]) clear('');
    } catch (error) {
      setRefusal(describe(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="settings panel"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <h2>{t.ownAccount.passwordTitle}</h2>
      <p class="hint">{t.ownAccount.sessions}</p>
      <TextField
        label={t.ownAccount.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onInput={setPassword}
        required
      />
      <TextField
        label={t.ownAccount.newPassword}
        hint={t.ownAccount.newPasswordHint}
        type="password"
        autoComplete="new-password"
        value={wanted}
        onInput={setWanted}
        required
      />
      <TextField
        label={t.ownAccount.repeat}
        error={isDifferent ? t.ownAccount.different : undefined}
        type="password"
        autoComplete="new-password"
        value={repeated}
        onInput={setRepeated}
        required
      />
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
      <Button
        kind="main"
        type="submit"
        disabled={isBusy || password === '' || wanted.length < MIN_LENGTH || wanted !== repeated}
      >
        {t.ownAccount.change}
      </Button>
    </form>
  );
}
