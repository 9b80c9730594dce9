import type { Aggregate, Feature } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import type { LayerStyle } from '../../map-style/document.ts';
import { parseTime, type TimeBy, timeBy } from '../../map-style/time.ts';
import { call } from '../api/call.ts';
import { t } from '../strings.ts';
import { SelectField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { extremesRequest, rangeRequest, sampleRequest } from './requests.ts';
import { valueAt } from './value-at.ts';

/** So many features and properties are looked at, to find texts that are times. */
const GLANCE = 50;
const MAX_COMPARED = 20;

type Property = { key: string; datatype?: string };

type Props = {
  space: string;
  time: LayerStyle['time'];
  usable: readonly Property[];
  onChange: (time: TimeBy | undefined) => void;
};

/** The property with the time of features: with one the map has a slider. */
export function TimeField({ space, time, usable, onChange }: Props) {
  const texts = usable.filter(({ datatype }) => datatype === 'string').map(({ key }) => key);
  const [times, setTimes] = useState<readonly string[]>([]);
  useEffect(() => {
    let isLeft = false;
    void attempt(async () => {
      const found = await textsWithTimes(space, texts.slice(0, MAX_COMPARED));
      if (!isLeft) setTimes(found);
    });
    return () => {
      isLeft = true;
    };
  }, [space, texts.join('\n')]);
  const numbers = usable.filter(({ datatype }) => datatype === 'number').map(({ key }) => key);
  const names = new Set([...(time ? [time.property] : []), ...times, ...numbers]);
  const choose = (property: string) =>
    attempt(async () =>
      onChange(property === '' ? undefined : await axisOf(space, property, numbers.includes(property))),
    );
  return (
    <SelectField
      label={t.time.field}
      value={time?.property ?? ''}
      choices={[
        { value: '', label: t.style.none },
        ...[...names].map((name) => ({ value: name, label: shortText(name, 60) })),
      ]}
      onChange={(property) => void choose(property)}
    />
  );
}

async function textsWithTimes(space: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { features } = await call<{ features: Feature[] }>(sampleRequest(space, names, GLANCE));
  return names.filter((name) =>
    features.some(({ properties }) => {
      const value = valueAt(properties, name);
      return typeof value === 'string' && parseTime(value) !== undefined;
    }),
  );
}

/** From the earliest to the latest of all features. */
async function axisOf(space: string, property: string, isNumber: boolean): Promise<TimeBy> {
  const request = isNumber ? rangeRequest(space, property) : extremesRequest(space, property);
  const { groups } = await call<Aggregate>(request);
  const [lowest, highest] = Object.entries(groups[0] ?? {})
    .filter(([name]) => /^(quantile|min|max)\(/.test(name))
    .map(([, value]) => value);
  const axis = timeBy(property, lowest, highest);
  if (!axis) throw new Error(t.time.none(property));
  return axis;
}
