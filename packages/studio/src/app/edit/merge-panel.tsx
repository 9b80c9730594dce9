import { useState } from 'preact/hooks';
import { merge } from '../../shape/merge.ts';
import { titleOf } from '../map/titles.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import type { Draft } from './draft.ts';

type Props = {
  space: string;
  /** What is to be merged; the first was selected when it began. */
  drafts: readonly Draft[];
  onRemove: (id: string) => void;
  onMerge: (changed: Draft[]) => void;
  onClose: () => void;
};

/** Which features become one, and whose id, properties and tags it has. */
export function MergePanel({ space, drafts, onRemove, onMerge, onClose }: Props) {
  const [chosen, setChosen] = useState<string>();
  const kept = drafts.find(({ id }) => id === chosen) ?? drafts[0];
  const shapes = drafts.flatMap(({ geometry }) => (geometry ? [geometry] : []));
  const merged = drafts.length > 1 && shapes.length === drafts.length ? merge(shapes) : undefined;
  return (
    <section class="merge-panel" aria-label={t.editor.mergeTitle}>
      <h3>{t.editor.mergeTitle}</h3>
      <p class="hint" role="status">
        {t.editor.tips.merge}
      </p>
      <fieldset>
        <legend>{t.editor.mergeKeep}</legend>
        {drafts.map((draft) => {
          const title = titleOf(space, draft, 40);
          return (
            <div class="merged" key={draft.id}>
              <label class="check">
                <input
                  type="radio"
                  name="merge"
                  checked={draft === kept}
                  onChange={() => setChosen(draft.id)}
                />
                <span>{title}</span>
              </label>
              <IconButton
                icon="close"
                label={t.editor.mergeWithout(title)}
                disabled={drafts.length === 1}
                onClick={() => onRemove(draft.id)}
              />
            </div>
          );
        })}
      </fieldset>
      {drafts.length > 1 && !merged && <p class="refusal">{t.editor.mergeKinds}</p>}
      <div class="shape-actions">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button
          kind="main"
          icon="merge"
          disabled={!merged}
          onClick={() =>
            merged &&
            onMerge(
              drafts.map((draft) =>
                draft === kept
                  ? { ...draft, kind: draft.base ? 'changed' : 'created', geometry: merged }
                  : { ...draft, kind: 'deleted' },
              ),
            )
          }
        >
          {t.editor.mergeNow(drafts.length)}
        </Button>
      </div>
    </section>
  );
}
