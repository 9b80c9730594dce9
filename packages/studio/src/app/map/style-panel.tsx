import { type Aggregate, type Feature, MeridianError } from '@meridian/client';
import { useRef, useState } from 'preact/hooks';
import { type LayerStyle, type MapLayer, SHADINGS, type Shading, VIEWS } from '../../map-style/document.ts';
import { CATEGORY_COLORS } from '../../map-style/palette.ts';
import { call } from '../api/call.ts';
import { t } from '../strings.ts';
import { Field, RangeField, SelectField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { AppearanceFields } from './appearance-fields.tsx';
import { CategoryFields } from './category-fields.tsx';
import { CellFields } from './cell-fields.tsx';
import { ClassSettings, RampField } from './class-settings.tsx';
import { categoriesOf, classesOf, mostDistinctive } from './classify.ts';
import { KeepStyle } from './keep-style.tsx';
import { PopupFields } from './popup-fields.tsx';
import { classesRequest, sampleRequest, valuesRequest } from './requests.ts';
import { SignFields } from './sign-fields.tsx';
import { changeStyle, layerStatistics } from './state.ts';
import { TimeField } from './time-field.tsx';
import { valueAt } from './value-at.ts';

/** So many features and properties, to find the property that is worth colouring by. */
const GLANCE = 200;
const MAX_COMPARED = 20;

/** What was chosen while the hub is still asked for the classes of it. */
type Wanted = { shading: Shading; property?: string | undefined } & Classification;

export function StylePanel({ layer: { space, style } }: { layer: MapLayer }) {
  const [wanted, setWanted] = useState<Wanted>();
  const running = useRef<AbortController | undefined>(undefined);
  const properties = layerStatistics.value.get(space)?.properties.value ?? [];
  const usable = properties.filter(
    ({ datatype, key }) => datatype !== 'array' && datatype !== 'object' && !key.includes(','),
  );
  const numeric = usable.filter(({ datatype }) => datatype === 'number');
  const set = (change: Partial<LayerStyle>) => changeStyle(space, change);
  const { shading, property, method, classCount } = wanted ?? style;
  const colored = usable.find(({ key }) => key === property);

  /** The last choice counts, however long the hub takes for those before it. */
  const shade = (change: Partial<Wanted>) =>
    attempt(async () => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const next = { shading, property, method, classCount, ...change };
      setWanted(next);
      try {
        const styled = await classify(
          space,
          next,
          next.shading === 'graduated' ? numeric : usable,
          style,
          signal,
        );
        if (!signal.aborted) set(styled);
      } finally {
        if (!signal.aborted) setWanted(undefined);
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
            value={shading}
            choices={SHADINGS.map((value) => ({ value, label: t.style.shadings[value] }))}
            onChange={(chosen) => void shade({ shading: chosen as Shading })}
          />
          {shading === 'plain' ? (
            <ColorField value={style.color} onChange={(color) => set({ color })} />
          ) : (
            <SelectField
              label={t.style.property}
              hint={wanted ? t.loading : style.classes.length === 0 ? t.style.noValues : t.style.fromAll}
              value={property ?? ''}
              choices={(shading === 'graduated' ? numeric : usable).map(({ key }) => ({
                value: key,
                label: shortText(key, 60),
              }))}
              onChange={(chosen) => void shade({ property: chosen })}
            />
          )}
          {shading === 'categories' && colored && style.classes.length > 0 && (
            <CategoryFields space={space} property={colored} classes={style.classes} onChange={set} />
          )}
          {shading === 'graduated' && style.classes.length > 0 && (
            <ClassSettings
              style={{ ...style, method, classCount }}
              onClassify={(how) => void shade(how)}
              onChange={(change) => {
                running.current?.abort();
                setWanted(undefined);
                set(change);
              }}
            />
          )}
        </>
      )}
      {style.view === 'clusters' && <ColorField value={style.color} onChange={(color) => set({ color })} />}
      {style.view === 'hexbin' && (
        <>
          <CellFields
            space={space}
            cellBy={style.cellBy}
            numeric={numeric}
            onChange={(cellBy) => set({ cellBy })}
          />
          <RampField value={style.ramp} onChange={(ramp) => set({ ramp })} />
        </>
      )}
      {style.view === 'heat' && (
        <SelectField
          label={t.style.heatBy}
          value={style.heatBy ?? ''}
          choices={[
            { value: '', label: t.cells.count },
            ...numeric.map(({ key }) => ({ value: key, label: shortText(key, 60) })),
          ]}
          onChange={(chosen) => set({ heatBy: chosen === '' ? undefined : chosen })}
        />
      )}
      {style.view !== 'hexbin' && (
        <RangeField
          label={style.view === 'heat' ? t.style.radius : t.style.size}
          value={style.size}
          min={1}
          max={20}
          step={0.5}
          shown={t.style.pixels(style.size)}
          onInput={(size) => set({ size })}
        />
      )}
      <RangeField
        label={t.style.opacity}
        value={style.opacity}
        min={0.05}
        max={1}
        step={0.05}
        shown={`${Math.round(style.opacity * 100)} %`}
        onInput={(opacity) => set({ opacity })}
      />
      {style.view === 'features' && (
        <>
          <AppearanceFields space={space} style={style} usable={usable} numeric={numeric} onChange={set} />
          <SignFields style={style} onChange={set} />
        </>
      )}
      <TimeField space={space} time={style.time} usable={usable} onChange={(time) => set({ time })} />
      {style.view === 'features' && (
        <PopupFields
          popup={style.popup}
          properties={properties.map(({ key }) => key)}
          onChange={(popup) => set({ popup })}
        />
      )}
      <KeepStyle space={space} style={style} />
    </div>
  );
}

type Classification = Pick<LayerStyle, 'method' | 'classCount'>;

/** The classes of a property, made by the hub from all features. Breaks that were typed are for one property only. */
async function classify(
  space: string,
  { shading, property: wanted, method, classCount }: Wanted,
  among: readonly { key: string }[],
  { ramp }: LayerStyle,
  signal: AbortSignal,
): Promise<Partial<LayerStyle>> {
  if (shading === 'plain') return { shading };
  const names = among.map(({ key }) => key);
  const property =
    names.find((key) => key === wanted) ??
    (shading === 'categories' ? await suggested(space, names, signal) : names[0]);
  if (property === undefined) return { shading, classes: [] };
  if (shading === 'categories') {
    const { groups } = await call<Aggregate>(valuesRequest(space, property), signal).catch((error) => {
      throw isRefusal(error) ? new Error(t.style.tooManyValues(property)) : error;
    });
    return { shading, property, classes: categoriesOf(groups) };
  }
  const how = { method: method === 'manual' ? 'quantile' : method, classCount } as const;
  const { groups } = await call<Aggregate>(classesRequest(space, property, how), signal);
  return { shading, property, ...how, classes: classesOf(groups, how.method, ramp) };
}

/** The hub counts only so many different values. */
function isRefusal(error: unknown): boolean {
  return error instanceof MeridianError && error.status === 400;
}

/** The property that a newcomer would choose, by a glance at some features. */
async function suggested(
  space: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const some = names.slice(0, MAX_COMPARED);
  if (some.length < 2) return some[0];
  const { features } = await call<{ features: Feature[] }>(sampleRequest(space, some, GLANCE), signal);
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
