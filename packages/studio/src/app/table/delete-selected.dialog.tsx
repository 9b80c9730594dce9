import { useState } from 'preact/hooks';
import { editSession } from '../edit/session.ts';
import { contentChanged } from '../map/state.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatCount } from '../ui/format.ts';
import { attempt, notify } from '../ui/notices.tsx';
import { deleteSelected, isUndoable, MAX_UNDOABLE, type Selected } from './selected.ts';

type Props = {
  space: string;
  selected: Selected;
  count: number;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before features are deleted, with how many they are. */
export function DeleteSelectedDialog({ space, selected, count, onDeleted, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const isEdited = editSession.value?.space === space && isUndoable(selected);
  const run = () =>
    attempt(async () => {
      setBusy(true);
      try {
        const deleted = await deleteSelected(space, selected);
        if (!isEdited) {
          contentChanged(space);
          notify(t.table.deleted(deleted, formatCount(deleted)));
        }
        onDeleted();
      } finally {
        setBusy(false);
        onClose();
      }
    });
  const about = isEdited
    ? t.table.deleteInEditor
    : isUndoable(selected)
      ? t.table.deleteUndoable
      : t.table.deleteForGood(formatCount(MAX_UNDOABLE));
  return (
    <Dialog
      title={t.table.deleteTitle(count, formatCount(count))}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      <p>{about}</p>
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" type="submit" icon="trash" disabled={isBusy}>
          {t.table.deleteNow(count, formatCount(count))}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
