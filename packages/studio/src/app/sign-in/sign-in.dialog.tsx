import { useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { account } from '../session.ts';
import { t } from '../strings.ts';
import { hasUnsavedWork } from '../tray/unsaved-work.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { describe } from '../ui/notices.tsx';
import { isAskedToSignIn, signedInAgain } from './sign-in-again.ts';

/** Signs in over the page. What is unsaved stays; a page without such work is loaded again. */
export function SignInDialog() {
  const [email, setEmail] = useState(account.value?.email ?? '');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const { aid } = await hub().account.signIn({ email, password });
      if (aid !== account.value?.aid && hasUnsavedWork.value) return setRefusal(t.signIn.other);
      if (!hasUnsavedWork.value) location.reload();
      signedInAgain();
    } catch (error) {
      setRefusal(describe(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t.signIn.title}
      onClose={() => {
        isAskedToSignIn.value = false;
      }}
      onSubmit={() => void signIn()}
    >
      <p>{t.signIn.about}</p>
      <TextField label={t.signIn.email} value={email} onInput={setEmail} required autoComplete="username" />
      <TextField
        label={t.signIn.password}
        type="password"
        value={password}
        onInput={setPassword}
        required
        autoFocus
        autoComplete="current-password"
      />
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
      <DialogActions>
        <Button kind="main" type="submit" disabled={isBusy}>
          {t.signIn.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
