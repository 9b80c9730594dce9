import type { Geometry } from '@meridian/client';
import { partsOf, withoutPart } from '../../shape/parts.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';

type Props = {
  geometry: Geometry;
  selected: readonly number[] | undefined;
  onSelect: (path: readonly number[]) => void;
  onChange: (geometry: Geometry) => void;
};

/** The parts of a shape that has several: to select one, and to take it away. */
export function PartsField({ geometry, selected, onSelect, onChange }: Props) {
  const parts = partsOf(geometry);
  if (parts.length < 2) return null;
  const counts = new Map<string, number>();
  const numbered = parts.map((part) => {
    const number = (counts.get(part.kind) ?? 0) + 1;
    counts.set(part.kind, number);
    return { ...part, name: t.editor.part(part.kind, formatCount(number)) };
  });
  const chosen = numbered.find(({ path }) => path.join() === selected?.join());
  const left = chosen && withoutPart(geometry, chosen.path);
  return (
    <fieldset>
      <legend>{t.editor.parts}</legend>
      <p class="hint">{t.editor.partsHint}</p>
      <div class="parts">
        {numbered.map(({ path, name }) => (
          <button
            key={path.join()}
            type="button"
            class="part"
            aria-pressed={path === chosen?.path}
            onClick={() => onSelect(path)}
          >
            {name}
          </button>
        ))}
      </div>
      {chosen && left && (
        <Button kind="quiet" icon="trash" onClick={() => onChange(left)}>
          {t.editor.deletePart(chosen.name)}
        </Button>
      )}
    </fieldset>
  );
}
