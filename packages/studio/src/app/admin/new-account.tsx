import { useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { describe } from '../ui/notices.tsx';

type Props = { onClose: () => void; onMade: (email: string, password: string) => void };

/** Makes an account. The hub makes its password, which is shown once. */
export function NewAccountForm({ onClose, onMade }: Props) {
  const [email, setEmail] = useState('');
  const [admin, setAdmin] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const make = async () => {
    setRefusal(undefined);
    try {
      const made = await hub().account.create({ email: email.trim(), admin });
      onMade(made.email, made.password ?? '');
    } catch (error) {
      setRefusal(describe(error));
    }
  };
  return (
    <Dialog title={t.admin.accounts.invite} onClose={onClose} onSubmit={() => void make()}>
      <TextField label={t.admin.accounts.email} value={email} onInput={setEmail} required autoFocus />
      <CheckField label={t.admin.accounts.adminLong} checked={admin} onChange={setAdmin} />
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="main" type="submit" disabled={email.trim() === ''}>
          {t.admin.accounts.invite}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
