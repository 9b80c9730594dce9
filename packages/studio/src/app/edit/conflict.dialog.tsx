import { NAMESPACE } from '@meridian/client';
import { useState } from 'preact/hooks';
import { titleOf } from '../map/titles.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatMoment } from '../ui/format.ts';
import { ConflictFields } from './conflict-fields.tsx';
import type { Draft } from './draft.ts';
import { isWhole, resolved, WHOLE } from './resolve-conflict.ts';
import type { Conflict } from './save.ts';

type Props = {
  space: string;
  conflicts: readonly Conflict[];
  /** What is to be saved of each; undefined where all stays as theirs is. */
  onDecided: (decided: ReadonlyMap<string, Draft | undefined>) => void;
  onClose: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** Somebody else was quicker: what both have changed is for the one here to decide, everything else goes together. */
export function ConflictDialog({ space, conflicts, onDecided, onClose }: Props) {
  /** By feature, the keys of what is to be as mine. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  const choiceOf = ({ mine }: Conflict) => chosen.get(mine.id) ?? NONE;
  const choose = (conflict: Conflict, key: string, isMine: boolean) => {
    const keys = new Set(choiceOf(conflict));
    if (isMine) keys.add(key);
    else keys.delete(key);
    setChosen(new Map(chosen).set(conflict.mine.id, keys));
  };
  const decide = () =>
    onDecided(new Map(conflicts.map((one) => [one.mine.id, resolved(one, choiceOf(one))])));
  return (
    <Dialog title={t.editor.conflicts} isWide onClose={onClose} onSubmit={decide}>
      <p>{t.editor.conflictsAbout}</p>
      <ul class="conflicts">
        {conflicts.map((conflict) => (
          <li key={conflict.mine.id}>
            <fieldset>
              <legend>
                {titleOf(space, conflict.mine, 60)} <span class="muted">{whenOf(conflict.theirs)}</span>
              </legend>
              {!isWhole(conflict) ? (
                <ConflictFields
                  conflict={conflict}
                  ofMine={choiceOf(conflict)}
                  onChoose={(key, isMine) => choose(conflict, key, isMine)}
                />
              ) : (
                <WholeChoice
                  conflict={conflict}
                  isMine={choiceOf(conflict).has(WHOLE)}
                  onChoose={(isMine) => choose(conflict, WHOLE, isMine)}
                />
              )}
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

type WholeProps = { conflict: Conflict; isMine: boolean; onChoose: (isMine: boolean) => void };

/** One of the two has deleted the feature: there is nothing to put together. */
function WholeChoice({ conflict: { mine }, isMine, onChoose }: WholeProps) {
  return (
    <>
      {mine.kind === 'deleted' && <p>{t.editor.deletedMine}</p>}
      {[false, true].map((one) => (
        <label key={String(one)} class="check">
          <input
            type="radio"
            name={`conflict ${mine.id}`}
            checked={isMine === one}
            onChange={() => onChoose(one)}
          />
          <span>{one ? t.editor.mine : t.editor.theirs}</span>
        </label>
      ))}
    </>
  );
}

function whenOf(theirs: Conflict['theirs']): string {
  const at = theirs?.properties[NAMESPACE]?.updatedAt;
  return at === undefined ? t.editor.goneTheirs : t.editor.changedTheirs(formatMoment(at));
}
