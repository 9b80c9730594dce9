import type { Aggregate, AggregateGroup } from '@meridian/client';
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import { countFilters, type LayerCondition } from '../../filter/layer-filter.ts';
import { type AnyOperator, newCondition, operatorsFor, withCondition } from '../../map-style/condition.ts';
import type { MapLayer } from '../../map-style/document.ts';
import { call } from '../api/call.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { formatCount, shortText } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { Histogram } from './histogram.tsx';
import { countRequest, valuesRequest } from './requests.ts';
import { showCondition } from './show-condition.ts';
import { changeFilter, contentVersions, layerStatistics } from './state.ts';

const MAX_TAGS = 30;
const PAUSE_MS = 300;

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
      <TextFilter key={space} layer={{ space, filter }} />
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
              label={shortText(key, 60)}
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
                <code>{shortText(showCondition(condition), 80)}</code>
                <IconButton
                  icon="close"
                  label={t.filter.remove(shortText(showCondition(condition), 80))}
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
      {countFilters(filter) > 0 && (
        <Button kind="quiet" onClick={() => changeFilter(space, { tags: [], where: [], text: '' })}>
          {t.filter.clear}
        </Button>
      )}
    </p>
  );
}

/** Words that are looked for in all properties, once typing pauses. */
function TextFilter({ layer: { space, filter } }: { layer: Filtered }) {
  const { text: applied = '' } = filter;
  const [text, setText] = useState(applied);
  useLayoutEffect(() => setText(applied), [applied]);
  useEffect(() => {
    if (text.trim() === applied) return;
    const paused = setTimeout(() => changeFilter(space, { text: text.trim() }), PAUSE_MS);
    return () => clearTimeout(paused);
  }, [text]);
  return <TextField label={t.filter.text} hint={t.filter.textHint} value={text} onInput={setText} />;
}

type Suggestion = { value: string; count: number };

/** The most frequent values of a property, to choose from; of those of texts the ones that what is typed may become. */
function useSuggestions(
  space: string,
  property: string | undefined,
  typed: LayerCondition | undefined,
): readonly Suggestion[] {
  const [values, setValues] = useState<readonly Suggestion[]>([]);
  useEffect(() => setValues([]), [space, property]);
  const typedText = JSON.stringify(typed);
  useEffect(() => {
    if (property === undefined) return;
    const running = new AbortController();
    const filter = typed && { tags: [], where: [typed] };
    const paused = setTimeout(
      () =>
        call<Aggregate>(valuesRequest(space, property, filter), running.signal).then(
          ({ groups }) => setValues(suggestionsOf(groups)),
          // One can type without them: a property may have more values than the hub counts.
          () => undefined,
        ),
      typed ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(paused);
      running.abort();
    };
  }, [space, property, typedText]);
  return values;
}

function suggestionsOf(groups: readonly AggregateGroup[]): Suggestion[] {
  return groups
    .map(({ key, count }) => ({ value: Object.values(key)[0], count }))
    .filter(({ value }) => typeof value !== 'object' && value !== undefined)
    .map(({ value, count }) => ({ value: String(value).slice(0, 200), count }));
}

function NewCondition({ layer: { space, filter } }: { layer: Filtered }) {
  const properties = layerStatistics.value.get(space)?.properties.value ?? [];
  const [name, setName] = useState('');
  const [wanted, setOperator] = useState<AnyOperator>('=');
  const [value, setValue] = useState('');
  const property = properties.find(({ key }) => key === name) ?? properties[0];
  const [isTyping, setTyping] = useState(false);
  const operators = operatorsFor(property?.datatype);
  const operator = operators.includes(wanted) ? wanted : operators[0]!;
  const typed =
    property && value !== '' && operators.includes('starts')
      ? newCondition(property, operator === 'contains' ? 'contains' : 'starts', value)
      : undefined;
  const suggestions = useSuggestions(space, isTyping ? property?.key : undefined, typed);
  const list = useId();
  if (!property) return <p class="hint">{t.filter.noProperties}</p>;
  const add = () => {
    changeFilter(space, { where: withCondition(filter.where, newCondition(property, operator, value)) });
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
          label: `${shortText(key, 60)} (${formatCount(count)})`,
        }))}
        onChange={setName}
      />
      {property.datatype === 'number' && !property.key.includes(',') && (
        <Histogram key={`${space} ${property.key}`} space={space} property={property.key} filter={filter} />
      )}
      <SelectField
        label={t.filter.operator}
        value={operator}
        choices={operators.map((one) => ({ value: one, label: t.filter.operators[one] }))}
        onChange={(chosen) => setOperator(chosen as AnyOperator)}
      />
      <TextField
        label={t.filter.value}
        value={value}
        onInput={setValue}
        list={list}
        onFocus={() => setTyping(true)}
      />
      <datalist id={list}>
        {suggestions.map(({ value: one, count }) => (
          <option key={one} value={one} label={t.filter.suggestion(one, count, formatCount(count))} />
        ))}
      </datalist>
      <Button type="submit" icon="plus" disabled={value === ''}>
        {t.filter.add}
      </Button>
    </form>
  );
}
