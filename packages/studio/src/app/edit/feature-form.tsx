import { useRef, useState } from 'preact/hooks';
import type { Field } from '../../fields/fields.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { formatCount, formatValue } from '../ui/format.ts';
import type { Draft } from './draft.ts';
import { FieldInput, isFitting } from './field-input.tsx';
import { PartsField } from './parts-field.tsx';
import { isEditable, readValue, showValue } from './value-text.ts';

const MAX_PROPERTIES = 100;
const MAX_TAGS = 500;

type Props = {
  draft: Draft;
  title: string;
  fields: readonly Field[];
  /** Why it cannot be saved as it is, by property. */
  problems: ReadonlyMap<string, string>;
  /** Whether its shape can be changed here. */
  isDrawn: boolean;
  /** Where the part that is selected on the map is in the shape. */
  part: readonly number[] | undefined;
  onPart: (path: readonly number[]) => void;
  onChange: (draft: Draft) => void;
};

/** The properties and tags of one feature. */
export function FeatureForm(props: Props) {
  const { draft, title, problems, isDrawn, part, onPart, onChange } = props;
  const form = useRef<HTMLElement>(null);
  const shown = useRef(props.fields);
  // What is being typed stays: inputs are exchanged for those of other types only while none of them has the focus.
  if (!form.current?.contains(document.activeElement)) shown.current = props.fields;
  const fields = shown.current;
  const { kind, base, properties, tags, geometry } = draft;
  const changed = base ? 'changed' : 'created';
  if (kind === 'deleted')
    return (
      <section class="feature-form" aria-label={t.editor.feature}>
        <h3>{title}</h3>
        <Button icon="undo" onClick={() => onChange({ ...draft, kind: changed })}>
          {t.editor.restore}
        </Button>
      </section>
    );
  const own = Object.keys(properties);
  const offered = fields.filter(({ isRequired }) => !base || isRequired).map(({ name }) => name);
  // A new feature is offered what others of the space have.
  const names = [...new Set([...(base ? own : []), ...offered, ...own])];
  const set = (name: string, value: unknown) =>
    onChange({ ...draft, kind: changed, properties: { ...properties, [name]: value } });
  const remove = (name: string) => {
    const { [name]: _, ...rest } = properties;
    onChange({ ...draft, kind: changed, properties: rest });
  };
  const inputOf = (name: string) => {
    const value = own.includes(name) ? properties[name] : undefined;
    const field = fields.find((one) => one.name === name);
    if (field && isEditable(value) && isFitting(field, value))
      return (
        <FieldInput
          field={field}
          value={value}
          problem={problems.get(name)}
          onChange={(next) => (next === undefined ? remove(name) : set(name, next))}
        />
      );
    return isEditable(value) ? (
      <div>
        <ValueField name={name} value={value} onChange={(next) => set(name, next)} />
        {problems.has(name) && <p class="hint error">{problems.get(name)}</p>}
      </div>
    ) : (
      <p class="hint">
        {formatValue(name, 60)}: {t.editor.tooLong}
      </p>
    );
  };
  return (
    <section class="feature-form" ref={form} aria-label={t.editor.feature}>
      <h3>{title}</h3>
      {!geometry && <p class="hint">{t.editor.noShape}</p>}
      {geometry && !isDrawn && <p class="hint">{t.editor.onlyProperties}</p>}
      {geometry && isDrawn && (
        <PartsField
          geometry={geometry}
          selected={part}
          onSelect={onPart}
          onChange={(left) => onChange({ ...draft, kind: changed, geometry: left })}
        />
      )}
      <fieldset>
        <legend>{t.editor.properties}</legend>
        {names.slice(0, MAX_PROPERTIES).map((name) => (
          <div class="property" key={name}>
            {inputOf(name)}
            <IconButton
              icon="trash"
              label={t.editor.removeProperty(formatValue(name, 60))}
              disabled={!own.includes(name)}
              onClick={() => remove(name)}
            />
          </div>
        ))}
        {names.length > MAX_PROPERTIES && (
          <p class="hint">{t.andMore(formatCount(names.length - MAX_PROPERTIES))}</p>
        )}
        <NewProperty taken={own} onAdd={set} />
      </fieldset>
      {tags.length > MAX_TAGS ? (
        <p class="hint">{t.editor.tooManyTags(formatCount(tags.length))}</p>
      ) : (
        <TagsField tags={tags} onChange={(next) => onChange({ ...draft, kind: changed, tags: next })} />
      )}
      <Button kind="risky" icon="trash" onClick={() => onChange({ ...draft, kind: 'deleted' })}>
        {t.editor.deleteFeature}
      </Button>
    </section>
  );
}

/** A step of its own once it is left, not with every letter. */
function ValueField({
  name,
  value,
  onChange,
}: {
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const [text, setText] = useState<string>();
  const leave = () => {
    if (text !== undefined && text !== showValue(value)) onChange(readValue(text, value));
    setText(undefined);
  };
  return (
    <label class="field">
      <span>{formatValue(name, 60)}</span>
      <input
        type="text"
        value={text ?? showValue(value)}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
    </label>
  );
}

function NewProperty({
  taken,
  onAdd,
}: {
  taken: readonly string[];
  onAdd: (name: string, value: unknown) => void;
}) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const canAdd = name !== '' && !taken.includes(name);
  return (
    <form
      class="new-property"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canAdd) return;
        onAdd(name, readValue(value, undefined));
        setName('');
        setValue('');
      }}
    >
      <TextField label={t.editor.name} value={name} onInput={setName} />
      <TextField label={t.editor.value} value={value} onInput={setValue} />
      <Button type="submit" icon="plus" disabled={!canAdd}>
        {t.editor.addProperty}
      </Button>
    </form>
  );
}

function TagsField({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const [text, setText] = useState<string>();
  const shown = tags.join(', ');
  const leave = () => {
    const list = (text ?? shown).split(',').map((tag) => tag.trim());
    if (text !== undefined && text !== shown) onChange([...new Set(list.filter((tag) => tag !== ''))]);
    setText(undefined);
  };
  return (
    <label class="field">
      <span>{t.editor.tags}</span>
      <input
        type="text"
        value={text ?? shown}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
      <span class="hint">{t.editor.tagsHint}</span>
    </label>
  );
}
