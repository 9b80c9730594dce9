import { useLayoutEffect, useState } from 'preact/hooks';
import {
  type ClassMethod,
  type LayerStyle,
  MAX_CLASSES,
  METHODS,
  MIN_CLASSES,
} from '../../map-style/document.ts';
import { RAMP_NAMES, rampColors } from '../../map-style/ramp.ts';
import { t } from '../strings.ts';
import { RangeField, SelectField, TextField } from '../ui/field.tsx';
import { classesFrom, readBreaks } from './classify.ts';
import { Swatch } from './legend.tsx';
import { isDarkGround } from './state.ts';

type Props = {
  style: LayerStyle;
  /** Asks the hub for classes. */
  onClassify: (how: { method: ClassMethod; classCount: number }) => void;
  onChange: (change: Partial<LayerStyle>) => void;
};

/** How the numbers of a property are put into classes, and which colours they have. */
export function ClassSettings({ style, onClassify, onChange }: Props) {
  const { method, classCount, classes, ramp } = style;
  return (
    <>
      <SelectField
        label={t.style.method}
        value={method}
        choices={METHODS.map((value) => ({ value, label: t.style.methods[value] }))}
        onChange={(value) =>
          value === 'manual'
            ? onChange({ method: 'manual' })
            : onClassify({ method: value as ClassMethod, classCount })
        }
      />
      {method === 'manual' ? (
        <Breaks style={style} onChange={onChange} />
      ) : (
        <RangeField
          label={t.style.classCount}
          value={classCount}
          min={MIN_CLASSES}
          max={MAX_CLASSES}
          step={1}
          shown={String(classCount)}
          onInput={(count) => onClassify({ method, classCount: count })}
        />
      )}
      <RampField
        value={ramp}
        onChange={(name) =>
          onChange({
            ramp: name,
            classes: classesFrom(
              classes.map(({ from }) => Number(from)),
              name,
            ),
          })
        }
      />
    </>
  );
}

/** Where one class ends and the next begins, typed. */
function Breaks({ style: { classes, ramp }, onChange }: Pick<Props, 'style' | 'onChange'>) {
  const stored = classes
    .slice(1)
    .map(({ from }) => String(from))
    .join(', ');
  const [text, setText] = useState(stored);
  const [error, setError] = useState<string>();
  useLayoutEffect(() => setText(stored), [stored]);
  const apply = () => {
    const breaks = readBreaks(text);
    const lowest = Number(classes[0]?.from ?? 0);
    if (!breaks || breaks.length === 0 || breaks.length >= MAX_CLASSES)
      return setError(t.style.badBreaks(MAX_CLASSES - 1));
    setError(undefined);
    // What is below the first break is the first class, also where the break is below all numbers.
    const first = lowest < breaks[0]! ? lowest : breaks[0]! - 1;
    onChange({ classes: classesFrom([first, ...breaks], ramp) });
  };
  return (
    <TextField
      label={t.style.breaks}
      hint={t.style.breaksHint}
      error={error}
      value={text}
      onInput={setText}
      onChange={apply}
    />
  );
}

type RampProps = { value: LayerStyle['ramp']; onChange: (ramp: LayerStyle['ramp']) => void };

export function RampField({ value, onChange }: RampProps) {
  const colorsOf = (name: LayerStyle['ramp']) =>
    isDarkGround.value ? rampColors(name, 5).reverse() : rampColors(name, 5);
  return (
    <fieldset class="ramps">
      <legend>{t.style.ramp}</legend>
      {RAMP_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          class="ramp-choice"
          aria-label={t.style.ramps[name]}
          title={t.style.ramps[name]}
          aria-pressed={name === value}
          onClick={() => onChange(name)}
        >
          <span class="swatches">
            {colorsOf(name).map((color) => (
              <Swatch key={color} color={color} />
            ))}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
