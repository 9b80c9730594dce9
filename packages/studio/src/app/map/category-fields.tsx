import { useId, useState } from 'preact/hooks';
import { newCondition, operatorsFor } from '../../map-style/condition.ts';
import { type LayerStyle, MAX_CATEGORIES, type StyleClass } from '../../map-style/document.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { formatCount, formatValue } from '../ui/format.ts';
import { useKeptFocus } from '../ui/kept-focus.ts';
import { withCategory } from './classify.ts';
import { useSuggestions } from './suggestions.ts';

type Props = {
  space: string;
  property: { key: string; datatype: string };
  classes: readonly StyleClass[];
  onChange: (change: Partial<LayerStyle>) => void;
};

/** Which values of a property are categories, their colours, and their order in the legend. */
export function CategoryFields({ space, property, classes, onChange }: Props) {
  const { root, keepFocus } = useKeptFocus<HTMLDetailsElement>(classes, '.remove-category button', 'input');
  const recolor = (one: StyleClass, color: string) =>
    onChange({ classes: classes.map((same) => (same === one ? { ...one, color } : same)) });
  const raise = (index: number) =>
    onChange({ classes: classes.toSpliced(index - 1, 2, classes[index]!, classes[index - 1]!) });
  return (
    <details class="popup-settings" ref={root}>
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
              <div class="remove-category">
                <IconButton
                  icon="close"
                  label={t.categories.remove(name)}
                  disabled={classes.length === 1}
                  onClick={() => {
                    keepFocus();
                    onChange({ classes: classes.toSpliced(index, 1) });
                  }}
                />
              </div>
            </li>
          );
        })}
      </ul>
      {classes.length < MAX_CATEGORIES && (
        <NewCategory
          key={`${space} ${property.key}`}
          space={space}
          property={property}
          classes={classes}
          onAdd={(added) => onChange({ classes: added })}
        />
      )}
    </details>
  );
}

type NewProps = Omit<Props, 'onChange'> & { onAdd: (classes: StyleClass[]) => void };

/** A further value, also one that no feature has yet. */
function NewCategory({ space, property, classes, onAdd }: NewProps) {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [isTyping, setTyping] = useState(false);
  const typed =
    value !== '' && operatorsFor(property.datatype).includes('starts')
      ? newCondition(property, 'starts', value)
      : undefined;
  const suggestions = useSuggestions(space, isTyping ? property.key : undefined, typed);
  const known = new Set(classes.map(({ from }) => String(from)));
  const list = useId();
  return (
    <form
      class="condition"
      onSubmit={(event) => {
        event.preventDefault();
        const added = withCategory(classes, value);
        if (!added) return setError(t.categories.known(formatValue(value, 40)));
        onAdd(added);
        setValue('');
      }}
    >
      <TextField
        label={t.categories.add}
        value={value}
        error={error}
        list={list}
        onInput={(text) => {
          setValue(text);
          setError(undefined);
        }}
        onFocus={() => setTyping(true)}
      />
      <datalist id={list}>
        {suggestions
          .filter((one) => !known.has(one.value))
          .map(({ value: one, count }) => (
            <option key={one} value={one} label={t.filter.suggestion(one, count, formatCount(count))} />
          ))}
      </datalist>
      <Button type="submit" icon="plus" disabled={value === ''}>
        {t.categories.addButton}
      </Button>
    </form>
  );
}
