import type { Aggregate, Feature } from '@meridian/client';
import { useState } from 'preact/hooks';
import { type LayerStyle, type MapLayer, SHADINGS, type Shading, VIEWS } from '../../map-style/document.ts';
import { CATEGORY_COLORS, RAMP } from '../../map-style/palette.ts';
import { call } from '../api/call.ts';
import { t } from '../strings.ts';
import { Field, RangeField, SelectField } from '../ui/field.tsx';
import { attempt } from '../ui/notices.tsx';
import { categoriesOf, classesOf, mostDistinctive } from './classify.ts';
import { classesRequest, sampleRequest } from './requests.ts';
import { changeStyle, layerStatistics } from './state.ts';
import { valueAt } from './value-at.ts';

/** So many features and properties, to find the property that is worth colouring by. */
const GLANCE = 200;
const MAX_COMPARED = 20;

export function StylePanel({ layer: { space, style } }: { layer: MapLayer }) {
  const [isSampling, setSampling] = useState(false);
  const properties = layerStatistics.value.get(space)?.properties.value ?? [];
  const usable = properties.filter(
    ({ datatype, key }) => datatype !== 'array' && datatype !== 'object' && !key.includes(','),
  );
  const numeric = usable.filter(({ datatype }) => datatype === 'number');
  const set = (change: Partial<LayerStyle>) => changeStyle(space, change);

  const shade = (shading: Shading, wanted?: string) =>
    attempt(async () => {
      if (shading === 'plain') return set({ shading });
      const among = shading === 'graduated' ? numeric : usable;
      setSampling(true);
      try {
        const names = among.map(({ key }) => key);
        const property =
          names.find((key) => key === wanted) ??
          (shading === 'categories' ? await suggested(space, names) : names[0]);
        if (property === undefined) return set({ shading, classes: [] });
        const isGraduated = shading === 'graduated';
        const { groups } = await call<Aggregate>(
          classesRequest(space, property, isGraduated ? RAMP.length : undefined),
        );
        set({ shading, property, classes: isGraduated ? classesOf(groups) : categoriesOf(groups) });
      } finally {
        setSampling(false);
      }
    });

  return (
    <div class="settings">
      <SelectField
        label={t.style.view}
        value={style.view}
        choices={VIEWS.map((value) => ({ value, label: t.style.views[value] }))}
        onChange={(view) => set({ view: view as LayerStyle['view'] })}
      />
      {style.view === 'features' && (
        <>
          <SelectField
            label={t.style.shading}
            value={style.shading}
            choices={SHADINGS.map((value) => ({ value, label: t.style.shadings[value] }))}
            onChange={(shading) => void shade(shading as Shading, style.property)}
          />
          {style.shading === 'plain' ? (
            <ColorField value={style.color} onChange={(color) => set({ color })} />
          ) : (
            <SelectField
              label={t.style.property}
              hint={isSampling ? t.loading : style.classes.length === 0 ? t.style.noValues : t.style.fromAll}
              value={style.property ?? ''}
              choices={(style.shading === 'graduated' ? numeric : usable).map(({ key }) => ({
                value: key,
                label: key.slice(0, 60),
              }))}
              onChange={(property) => void shade(style.shading, property)}
            />
          )}
        </>
      )}
      <RangeField
        label={t.style.size}
        value={style.size}
        min={1}
        max={20}
        step={0.5}
        shown={t.style.pixels(style.size)}
        onInput={(size) => set({ size })}
      />
      <RangeField
        label={t.style.opacity}
        value={style.opacity}
        min={0.05}
        max={1}
        step={0.05}
        shown={`${Math.round(style.opacity * 100)} %`}
        onInput={(opacity) => set({ opacity })}
      />
    </div>
  );
}

/** The property that a newcomer would choose, by a glance at some features. */
async function suggested(space: string, names: readonly string[]): Promise<string | undefined> {
  const some = names.slice(0, MAX_COMPARED);
  if (some.length < 2) return some[0];
  const { features } = await call<{ features: Feature[] }>(sampleRequest(space, some, GLANCE));
  return mostDistinctive(
    some,
    features.map(({ properties }) => some.map((name) => valueAt(properties, name))),
  );
}

function ColorField({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  return (
    <Field label={t.style.color}>
      {(ids) => (
        <div class="colors">
          {CATEGORY_COLORS.map((color) => (
            <button
              key={color}
              type="button"
              class="swatch"
              style={{ background: color }}
              aria-label={t.style.useColor(color)}
              aria-pressed={color === value}
              onClick={() => onChange(color)}
            />
          ))}
          <input
            {...ids}
            type="color"
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  );
}
