import { NAMESPACE } from '@meridian/client';
import { useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatMoment } from '../ui/format.ts';
import type { Conflict } from './save.ts';

type Props = { conflicts: readonly Conflict[]; onDecided: (theirs: string[]) => void; onClose: () => void };

/** Somebody else was quicker: whose change is to count is for the one here to say. */
export function ConflictDialog({ conflicts, onDecided, onClose }: Props) {
  const [theirs, setTheirs] = useState<readonly string[]>(conflicts.map(({ mine }) => mine.id));
  const choose = (id: string, isTheirs: boolean) =>
    setTheirs(isTheirs ? [...theirs, id] : theirs.filter((other) => other !== id));
  return (
    <Dialog title={t.editor.conflicts} isWide onClose={onClose} onSubmit={() => onDecided([...theirs])}>
      <p>{t.editor.conflictsAbout}</p>
      <ul class="conflicts">
        {conflicts.map(({ mine: { id }, theirs: now }) => (
          <li key={id}>
            <fieldset>
              <legend>
                {id.slice(0, 60)} <span class="muted">{whenOf(now)}</span>
              </legend>
              <label class="check">
                <input
                  type="radio"
                  name={`conflict ${id}`}
                  checked={theirs.includes(id)}
                  onChange={() => choose(id, true)}
                />
                <span>{t.editor.theirs}</span>
              </label>
              <label class="check">
                <input
                  type="radio"
                  name={`conflict ${id}`}
                  checked={!theirs.includes(id)}
                  onChange={() => choose(id, false)}
                />
                <span>{t.editor.mine}</span>
              </label>
            </fieldset>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{t.editor.stay}</Button>
        <Button kind="main" type="submit">
          {t.editor.finish}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function whenOf(theirs: Conflict['theirs']): string {
  const at = theirs?.properties[NAMESPACE]?.updatedAt;
  return at === undefined ? t.editor.goneTheirs : t.editor.changedTheirs(formatMoment(at));
}
