import { useState } from 'preact/hooks';
import {
  HOVERS,
  type Hover,
  LONGEST_LABEL,
  LONGEST_TEMPLATE,
  MAX_FIELDS,
  type Popup,
  type PopupField,
} from '../../map-style/popup.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';

type Props = {
  popup: Popup | undefined;
  properties: readonly string[];
  onChange: (popup: Popup | undefined) => void;
};

/** So many properties are chosen to begin with. */
const FIRST = 5;

/** What a feature says of itself when it is pointed at or clicked. */
export function PopupFields({ popup = {}, properties, onChange }: Props) {
  const { text, fields, hover } = popup;
  const set = (change: Partial<Popup>) => {
    const { text, fields, hover } = { ...popup, ...change };
    const isSet = Boolean(text) || fields !== undefined || hover !== undefined;
    onChange(
      isSet
        ? { ...(text ? { text } : {}), ...(fields ? { fields } : {}), ...(hover ? { hover } : {}) }
        : undefined,
    );
  };
  return (
    <details class="popup-settings">
      <summary>{t.popup.title}</summary>
      <TextArea
        label={t.popup.text}
        hint={t.popup.textHint}
        rows={2}
        value={text ?? ''}
        onInput={(typed) => set({ text: typed.slice(0, LONGEST_TEMPLATE) })}
      />
      <SelectField
        label={t.popup.shown}
        value={fields ? 'chosen' : 'all'}
        choices={[
          { value: 'all', label: t.popup.all },
          { value: 'chosen', label: t.popup.chosen },
        ]}
        onChange={(chosen) =>
          set({
            fields:
              chosen === 'all' ? undefined : properties.slice(0, FIRST).map((property) => ({ property })),
          })
        }
      />
      {fields && (
        <ChosenFields
          fields={fields}
          properties={properties}
          onChange={(chosen) => set({ fields: chosen })}
        />
      )}
      <SelectField
        label={t.popup.hover}
        value={hover ?? 'card'}
        choices={(['card', ...HOVERS] as const).map((value) => ({ value, label: t.popup.hovers[value] }))}
        onChange={(chosen) => set({ hover: chosen === 'card' ? undefined : (chosen as Hover) })}
      />
    </details>
  );
}

type ChosenProps = {
  fields: readonly PopupField[];
  properties: readonly string[];
  onChange: (fields: PopupField[]) => void;
};

function ChosenFields({ fields, properties, onChange }: ChosenProps) {
  const moved = (from: number, to: number) => {
    const next = [...fields];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <>
      <ol class="popup-fields">
        {fields.map((field, index) => {
          const name = shortText(field.property, 60);
          return (
            <li key={field.property}>
              <label>
                <span>{name}</span>
                <input
                  type="text"
                  aria-label={t.popup.labelOf(name)}
                  placeholder={name}
                  maxLength={LONGEST_LABEL}
                  value={field.label ?? ''}
                  onInput={({ currentTarget: { value: label } }) =>
                    onChange(
                      fields.map((same) =>
                        same === field ? { property: field.property, ...(label ? { label } : {}) } : same,
                      ),
                    )
                  }
                />
              </label>
              <IconButton
                icon="up"
                label={t.popup.up(name)}
                disabled={index === 0}
                onClick={() => moved(index, index - 1)}
              />
              <IconButton
                icon="down"
                label={t.popup.down(name)}
                disabled={index === fields.length - 1}
                onClick={() => moved(index, index + 1)}
              />
              <IconButton
                icon="close"
                label={t.popup.remove(name)}
                onClick={() => onChange(fields.filter((other) => other !== field))}
              />
            </li>
          );
        })}
      </ol>
      <AddField
        free={properties.filter((name) => !fields.some(({ property }) => property === name))}
        isFull={fields.length >= MAX_FIELDS}
        onAdd={(property) => onChange([...fields, { property }])}
      />
    </>
  );
}

type AddProps = { free: readonly string[]; isFull: boolean; onAdd: (property: string) => void };

function AddField({ free, isFull, onAdd }: AddProps) {
  const [name, setName] = useState('');
  if (isFull || free.length === 0) return null;
  const chosen = free.includes(name) ? name : free[0]!;
  return (
    <div class="add-layer">
      <select
        aria-label={t.popup.add}
        value={chosen}
        onChange={(event) => setName(event.currentTarget.value)}
      >
        {free.map((property) => (
          <option key={property} value={property}>
            {shortText(property, 60)}
          </option>
        ))}
      </select>
      <Button icon="plus" onClick={() => onAdd(chosen)}>
        {t.popup.addButton}
      </Button>
    </div>
  );
}
