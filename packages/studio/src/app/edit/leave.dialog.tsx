import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { type EditSession, editSession } from './session.ts';

/** Asks before unsaved changes are lost. */
export function LeaveDialog({ session: { isLeaving } }: { session: EditSession }) {
  const stay = () => {
    isLeaving.value = false;
  };
  const discard = () => {
    editSession.value = undefined;
  };
  return (
    <Dialog title={t.editor.leave} onClose={stay}>
      <p>{t.editor.leaveWarning}</p>
      <DialogActions>
        <Button onClick={stay}>{t.editor.stay}</Button>
        <Button kind="danger" onClick={discard}>
          {t.editor.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
