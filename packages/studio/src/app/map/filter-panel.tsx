import type { Operator } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { OPERATORS, readOperand, showCondition } from '../../map-style/condition.ts';
import type { MapLayer } from '../../map-style/document.ts';
import { call } from '../api/call.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { countRequest } from './requests.ts';
import { changeFilter, contentVersions, layerStatistics } from './state.ts';

const MAX_TAGS = 30;

export function FilterPanel({ layer: { space, filter } }: { layer: MapLayer }) {
  const statistics = layerStatistics.value.get(space);
  const [wanted, setWanted] = useState('');
  const tags = statistics?.tags.value ?? [];
  const shown = tags.filter(({ key }) => key.includes(wanted.toLowerCase())).slice(0, MAX_TAGS);
  const toggle = (tag: string, isOn: boolean) =>
    changeFilter(space, {
      tags: isOn ? [...filter.tags, tag] : filter.tags.filter((other) => other !== tag),
    });
  return (
    <div class="settings">
      <Matching layer={{ space, filter }} total={statistics?.count.value} />
      <fieldset>
        <legend>{t.filter.tags}</legend>
        {tags.length > MAX_TAGS && (
          <input
            type="search"
            aria-label={t.filter.findTag}
            placeholder={t.filter.findTag}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        {tags.length === 0 && <p class="hint">{t.filter.noTags}</p>}
        <div class="checks">
          {shown.map(({ key, count }) => (
            <CheckField
              key={key}
              label={key.slice(0, 60)}
              checked={filter.tags.includes(key)}
              count={formatCount(count)}
              onChange={(isOn) => toggle(key, isOn)}
            />
          ))}
        </div>
        {tags.length > shown.length && (
          <p class="hint">{t.filter.moreTags(formatCount(tags.length - shown.length))}</p>
        )}
      </fieldset>
      <fieldset>
        <legend>{t.filter.properties}</legend>
        {filter.where.length > 0 && (
          <ul class="conditions">
            {filter.where.map((condition, index) => (
              <li key={showCondition(condition)}>
                <code>{showCondition(condition).slice(0, 80)}</code>
                <IconButton
                  icon="close"
                  label={t.filter.remove(showCondition(condition).slice(0, 80))}
                  onClick={() => changeFilter(space, { where: filter.where.toSpliced(index, 1) })}
                />
              </li>
            ))}
          </ul>
        )}
        <NewCondition layer={{ space, filter }} />
      </fieldset>
    </div>
  );
}

type Filtered = Pick<MapLayer, 'space' | 'filter'>;

/** How many features the filter leaves. */
function Matching({ layer: { space, filter }, total }: { layer: Filtered; total: number | undefined }) {
  const [count, setCount] = useState<number>();
  const version = contentVersions.value.get(space);
  useEffect(() => {
    const running = new AbortController();
    void attempt(async () => {
      const response = await call<{ count: number }>(countRequest(space, filter), running.signal);
      setCount(response.count);
    });
    return () => running.abort();
  }, [space, filter, version]);
  if (count === undefined || total === undefined) return <p class="matching">…</p>;
  return (
    <p class="matching" role="status">
      {t.filter.matching(formatCount(count), formatCount(total))}
      {(filter.tags.length > 0 || filter.where.length > 0) && (
        <Button kind="quiet" onClick={() => changeFilter(space, { tags: [], where: [] })}>
          {t.filter.clear}
        </Button>
      )}
    </p>
  );
}

function NewCondition({ layer: { space, filter } }: { layer: Filtered }) {
  const properties = layerStatistics.value.get(space)?.properties.value ?? [];
  const [name, setName] = useState('');
  const [operator, setOperator] = useState<Operator>('=');
  const [value, setValue] = useState('');
  const property = properties.find(({ key }) => key === name) ?? properties[0];
  if (!property) return <p class="hint">{t.filter.noProperties}</p>;
  const add = () => {
    const operand = readOperand(value, property.datatype);
    changeFilter(space, { where: [...filter.where, [`p.${property.key}`, operator, operand]] });
    setValue('');
  };
  return (
    <form
      class="condition"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== '') add();
      }}
    >
      <SelectField
        label={t.filter.property}
        value={property.key}
        choices={properties.map(({ key, count }) => ({
          value: key,
          label: `${key.slice(0, 60)} (${formatCount(count)})`,
        }))}
        onChange={setName}
      />
      <SelectField
        label={t.filter.operator}
        value={operator}
        choices={OPERATORS.map((one) => ({ value: one, label: t.filter.operators[one] }))}
        onChange={(chosen) => setOperator(chosen as Operator)}
      />
      <TextField label={t.filter.value} value={value} onInput={setValue} />
      <Button type="submit" icon="plus" disabled={value === ''}>
        {t.filter.add}
      </Button>
    </form>
  );
}
