import type { LayerStyle, StyleClass } from '../../map-style/document.ts';
import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
import { formatValue } from '../ui/format.ts';

type Props = { classes: readonly StyleClass[]; onChange: (change: Partial<LayerStyle>) => void };

/** The colours of categories, and their order in the legend. */
export function CategoryFields({ classes, onChange }: Props) {
  const recolor = (one: StyleClass, color: string) =>
    onChange({ classes: classes.map((same) => (same === one ? { ...one, color } : same)) });
  const raise = (index: number) =>
    onChange({ classes: classes.toSpliced(index - 1, 2, classes[index]!, classes[index - 1]!) });
  return (
    <details class="popup-settings">
      <summary>{t.categories.title}</summary>
      <ul class="category-fields">
        {classes.map((one, index) => {
          const name = formatValue(one.from, 40);
          return (
            <li key={String(one.from)}>
              <input
                type="color"
                aria-label={t.categories.colorOf(name)}
                value={one.color}
                onInput={(event) => recolor(one, event.currentTarget.value)}
              />
              <span>{name}</span>
              <IconButton
                icon="up"
                label={t.categories.raise(name)}
                disabled={index === 0}
                onClick={() => raise(index)}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
