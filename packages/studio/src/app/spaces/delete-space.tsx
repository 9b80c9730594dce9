import type { Space } from '@meridian/client';
import { useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import { attempt, notify } from '../ui/notices.tsx';
import { knownStatistics, loadSpaces } from './catalogue.ts';

/** Deletes a space, once its name has been typed. */
export function DeleteSpace({ space, onClose }: { space: Space; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** As long as a title can be seen whole. */
  const name = space.title.trim().slice(0, 80);
  const isSame = typed.trim() === name;
  const count = knownStatistics(space)?.count.value;
  const remove = () =>
    attempt(async () => {
      setBusy(true);
      try {
        await hub().spaces.delete(space.id);
      } finally {
        setBusy(false);
      }
      notify(t.spaces.deleted(space.title));
      onClose();
      await loadSpaces();
    });
  return (
    <Dialog title={t.spaces.deleteTitle(name)} onClose={onClose} onSubmit={() => isSame && void remove()}>
      <p>{t.spaces.deleteWarning(count === undefined ? undefined : formatCount(count))}</p>
      <TextField label={t.spaces.typeName(name)} value={typed} onInput={setTyped} autoFocus />
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" type="submit" icon="trash" disabled={!isSame || isBusy}>
          {t.spaces.delete}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
