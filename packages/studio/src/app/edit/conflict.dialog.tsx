import { NAMESPACE } from '@meridian/client';
import { useState } from 'preact/hooks';
import { titleOf } from '../map/titles.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatCount, formatMoment } from '../ui/format.ts';
import { differencesOf } from './differences.ts';
import type { Conflict } from './save.ts';

const MAX_SHOWN = 10;

type Props = {
  space: string;
  conflicts: readonly Conflict[];
  onDecided: (theirs: string[]) => void;
  onClose: () => void;
};

/** Somebody else was quicker: whose change is to count is for the one here to say. */
export function ConflictDialog({ space, conflicts, onDecided, onClose }: Props) {
  const [theirs, setTheirs] = useState<readonly string[]>(conflicts.map(({ mine }) => mine.id));
  const choose = (id: string, isTheirs: boolean) =>
    setTheirs(isTheirs ? [...theirs, id] : theirs.filter((other) => other !== id));
  return (
    <Dialog title={t.editor.conflicts} isWide onClose={onClose} onSubmit={() => onDecided([...theirs])}>
      <p>{t.editor.conflictsAbout}</p>
      <ul class="conflicts">
        {conflicts.map((conflict) => {
          const { id } = conflict.mine;
          return (
            <li key={id}>
              <fieldset>
                <legend>
                  {titleOf(space, conflict.mine, 60)} <span class="muted">{whenOf(conflict.theirs)}</span>
                </legend>
                {conflict.mine.kind === 'deleted' && <p>{t.editor.deletedMine}</p>}
                <Differences of={conflict} />
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
          );
        })}
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

function Differences({ of: conflict }: { of: Conflict }) {
  const all = differencesOf(conflict);
  if (all.length === 0) return null;
  return (
    <>
      <table class="differences">
        <thead>
          <tr>
            <td />
            <th scope="col">{t.editor.yours}</th>
            <th scope="col">{t.editor.other}</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, MAX_SHOWN).map(({ name, mine, theirs }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{mine ?? t.editor.nothingThere}</td>
              <td>{theirs ?? t.editor.nothingThere}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > MAX_SHOWN && <p class="hint">{t.andMore(formatCount(all.length - MAX_SHOWN))}</p>}
    </>
  );
}

function whenOf(theirs: Conflict['theirs']): string {
  const at = theirs?.properties[NAMESPACE]?.updatedAt;
  return at === undefined ? t.editor.goneTheirs : t.editor.changedTheirs(formatMoment(at));
}
