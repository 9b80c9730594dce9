import { titleOf } from '../map/titles.ts';
import { t } from '../strings.ts';
import type { Changes } from './draft.ts';

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
      {[...changes.values()].slice(0, 200).map(({ id, kind, properties }) => (
        <li key={id}>
          <button
            type="button"
            class={`change ${kind}`}
            aria-pressed={id === selected}
            onClick={() => onSelect(id)}
          >
            <span>{titleOf(space, { id, properties }, 40)}</span>
            <span class="badge">{t.editor.kinds[kind]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
