import { t } from '../strings.ts';
import type { Changes } from './draft.ts';
import { titleOfDraft } from './draft-title.ts';

type Props = {
  space: string;
  changes: Changes;
  selected: string | undefined;
  onSelect: (id: string) => void;
};

/** What has been changed and not been saved yet. */
export function ChangeList({ space, changes, selected, onSelect }: Props) {
  if (changes.size === 0) return <p class="hint">{t.editor.nothing}</p>;
  return (
    <ul class="changes" aria-label={t.editor.changed(changes.size)}>
      {[...changes.values()].slice(0, 200).map((draft) => (
        <li key={draft.id}>
          <button
            type="button"
            class={`change ${draft.kind}`}
            aria-pressed={draft.id === selected}
            onClick={() => onSelect(draft.id)}
          >
            <span>{titleOfDraft(space, draft, 40)}</span>
            <span class="badge">{t.editor.kinds[draft.kind]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
