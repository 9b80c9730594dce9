import { useState } from 'preact/hooks';
import type { LayerStyle } from '../../map-style/document.ts';
import { usualFactor } from '../../map-style/raised.ts';
import { t } from '../strings.ts';
import { Field, RangeField, SelectField, TextField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { numberRange } from './number-range.ts';
import { layerStatistics } from './state.ts';

type Property = { key: string };

type Props = {
  space: string;
  style: LayerStyle;
  usable: readonly Property[];
  numeric: readonly Property[];
  onChange: (change: Partial<LayerStyle>) => void;
};

/** Labels, size by a number, height by a number, and outlines. */
export function AppearanceFields({ space, style, usable, numeric, onChange }: Props) {
  const { label, sizeBy, heightBy, outlineColor, outlineWidth } = style;
  const setSize = (property: string) =>
    attempt(async () => {
      if (property === '') return onChange({ sizeBy: undefined });
      const [low, high] = await numberRange(space, property);
      onChange({ sizeBy: { property, low, high } });
    });
  const setHeight = (property: string) =>
    attempt(async () => {
      if (property === '') return onChange({ heightBy: undefined });
      const [, high] = await numberRange(space, property);
      const bbox = layerStatistics.value.get(space)?.bbox.value ?? [];
      onChange({ heightBy: { property, factor: usualFactor(high, bbox) } });
    });
  return (
    <>
      <SelectField
        label={t.style.label}
        value={label ?? ''}
        choices={choicesOf(t.style.none, usable)}
        onChange={(chosen) => onChange({ label: chosen === '' ? undefined : chosen })}
      />
      <SelectField
        label={t.style.sizeBy}
        value={sizeBy?.property ?? ''}
        choices={choicesOf(t.style.oneSize, numeric)}
        onChange={(chosen) => void setSize(chosen)}
      />
      <SelectField
        label={t.style.heightBy}
        value={heightBy?.property ?? ''}
        choices={choicesOf(t.style.flat, numeric)}
        onChange={(chosen) => void setHeight(chosen)}
      />
      {heightBy && (
        <Factor
          key={heightBy.property}
          value={heightBy.factor}
          onChange={(factor) => onChange({ heightBy: { ...heightBy, factor } })}
        />
      )}
      <Field label={t.style.outlineColor}>
        {(ids) => (
          <input
            {...ids}
            type="color"
            value={outlineColor}
            onInput={(event) => onChange({ outlineColor: event.currentTarget.value })}
          />
        )}
      </Field>
      <RangeField
        label={t.style.outlineWidth}
        value={outlineWidth}
        min={0}
        max={5}
        step={0.5}
        shown={t.style.pixels(outlineWidth)}
        onInput={(width) => onChange({ outlineWidth: width })}
      />
    </>
  );
}

function Factor({ value, onChange }: { value: number; onChange: (factor: number) => void }) {
  const [text, setText] = useState(String(value));
  const [error, setError] = useState<string>();
  return (
    <TextField
      label={t.style.factor}
      error={error}
      value={text}
      onInput={setText}
      onChange={() => {
        const factor = Number(text);
        if (!(factor > 0 && factor <= 1e9)) return setError(t.style.badFactor);
        setError(undefined);
        onChange(factor);
      }}
    />
  );
}

function choicesOf(none: string, properties: readonly Property[]): { value: string; label: string }[] {
  return [
    { value: '', label: none },
    ...properties.map(({ key }) => ({ value: key, label: shortText(key, 60) })),
  ];
}
