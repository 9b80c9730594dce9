import type { SpaceInput } from '@meridian/client';
import { t } from '../strings.ts';
import { CheckField, SelectField } from '../ui/field.tsx';
import { spaces } from './catalogue.ts';

const KINDS = ['group', 'override', 'merge'] as const;

/** A space that shows the features of others, in this order. */
export type Composite = { kind: (typeof KINDS)[number]; parts: readonly string[] };

type Props = { composite: Composite | undefined; onChange: (composite: Composite | undefined) => void };

/** Whether a new space has features of its own, or shows those of others. */
export function CompositeFields({ composite, onChange }: Props) {
  const list = spaces.value ?? [];
  if (list.length === 0) return null;
  const toggle = (id: string, isIn: boolean) => {
    const others = composite!.parts.filter((part) => part !== id);
    onChange({ ...composite!, parts: isIn ? [...others, id] : others });
  };
  return (
    <>
      <SelectField
        label={t.settings.content}
        value={composite?.kind ?? ''}
        choices={[
          { value: '', label: t.settings.ownContent },
          ...KINDS.map((value) => ({ value, label: t.settings.kinds[value] })),
        ]}
        onChange={(value) => {
          const kind = KINDS.find((name) => name === value);
          onChange(kind && { kind, parts: composite?.parts ?? [] });
        }}
      />
      {composite && (
        <fieldset>
          <legend>{t.settings.parts}</legend>
          <p class="hint">{t.settings.partsHint}</p>
          <div class="checks">
            {list.map(({ id, title }) => (
              <CheckField
                key={id}
                label={title.slice(0, 80)}
                checked={composite.parts.includes(id)}
                onChange={(isIn) => toggle(id, isIn)}
                {...(composite.parts.includes(id) ? { count: String(composite.parts.indexOf(id) + 1) } : {})}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

export function storageOf({ kind, parts }: Composite): SpaceInput {
  return { storage: { id: 'virtualspace', params: { virtualspace: { [kind]: parts } } } };
}
