import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

type FieldProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  children: (ids: { id: string; 'aria-describedby'?: string }) => ComponentChildren;
};

/** A label, what it labels, and a word about it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const about = hint || error ? `${id}-about` : undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(about ? { 'aria-describedby': about } : {}) })}
      {about && (
        <p class={error ? 'hint error' : 'hint'} id={about}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

type TextProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  onInput: (value: string) => void;
  type?: 'text' | 'date' | 'password';
  autoComplete?: string;
  placeholder?: string;
  required?: boolean;
  autoFocus?: boolean;
  pattern?: string;
  /** The id of a list of suggestions. */
  list?: string;
  onFocus?: () => void;
  /** When typing is done: the field is left, or Enter is pressed. */
  onChange?: () => void;
  disabled?: boolean;
};

export function TextField({ label, hint, error, value, onInput, type = 'text', ...rest }: TextProps) {
  const change = (event: { currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value);
  return (
    <Field label={label} {...(hint ? { hint } : {})} error={error}>
      {(ids) =>
        type === 'date' ? (
          <input {...ids} {...rest} type="date" value={value} onInput={change} />
        ) : type === 'password' ? (
          <input {...ids} {...rest} type="password" value={value} onInput={change} />
        ) : (
          <input {...ids} {...rest} type="text" value={value} onInput={change} />
        )
      }
    </Field>
  );
}

type AreaProps = Pick<TextProps, 'label' | 'hint' | 'error' | 'value' | 'onInput'> & { rows?: number };

export function TextArea({ label, hint, error, value, onInput, rows = 3 }: AreaProps) {
  return (
    <Field label={label} {...(hint ? { hint } : {})} error={error}>
      {(ids) => (
        <textarea
          {...ids}
          rows={rows}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

type Choice = { value: string; label: string };

type SelectProps = {
  label: string;
  hint?: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
};

export function SelectField({ label, hint, value, choices, onChange }: SelectProps) {
  return (
    <Field label={label} {...(hint ? { hint } : {})}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void; count?: string };

export function CheckField({ label, checked, onChange, count }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
      {count !== undefined && <span class="count">{count}</span>}
    </label>
  );
}

type RangeProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  shown: string;
  onInput: (value: number) => void;
};

export function RangeField({ label, value, min, max, step, shown, onInput }: RangeProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <div class="range">
          <input
            {...ids}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            aria-valuetext={shown}
            onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
          />
          <output for={ids.id}>{shown}</output>
        </div>
      )}
    </Field>
  );
}
