import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { LayerCondition } from '../../filter/layer-filter.ts';
import { type AnyOperator, newCondition, operatorsFor } from '../../map-style/condition.ts';
import type { MapLayer } from '../../map-style/document.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { formatCount, shortText } from '../ui/format.ts';
import { Histogram } from './histogram.tsx';
import { layerStatistics } from './state.ts';
import { useSuggestions } from './suggestions.ts';

type Props = {
  layer: Pick<MapLayer, 'space' | 'filter'>;
  onAdd: (condition: LayerCondition) => void;
  /** What else is to be said about where it is put. */
  children: ComponentChildren;
};

/** What is asked of a property: with the values that it has, and of numbers how they are spread. */
export function NewCondition({ layer: { space, filter }, onAdd, children }: Props) {
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
    onAdd(newCondition(property, operator, value));
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
      {children}
      <Button type="submit" icon="plus" disabled={value === ''}>
        {t.filter.add}
      </Button>
    </form>
  );
}
