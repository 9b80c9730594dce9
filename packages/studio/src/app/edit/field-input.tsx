import { useId, useState } from 'preact/hooks';
import type { Field } from '../../fields/fields.ts';
import { t } from '../strings.ts';
import { formatValue } from '../ui/format.ts';

type Props = {
  field: Field;
  value: unknown;
  /** Why the value cannot be saved. */
  problem: string | undefined;
  /** Without a value, the feature does not have the property. */
  onChange: (value: unknown) => void;
};

/** Whether a value is what the field's input can show. */
export function isFitting({ input, isClosed, choices }: Field, value: unknown): boolean {
  if (value === undefined) return true;
  if (isClosed) return choices.includes(value as string);
  if (input === 'number' || input === 'integer') return typeof value === 'number';
  if (input === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && (input !== 'date' || /^\d{4}-\d{2}-\d{2}$/.test(value));
}

/** A property with the input for its type. A step of its own once it is left, not with every letter. */
export function FieldInput({ field, value, problem, onChange }: Props) {
  const id = useId();
  const name = formatValue(field.name, 60);
  const about = problem === undefined ? {} : { 'aria-describedby': `${id}-problem`, 'aria-invalid': true };
  return (
    <div class="field">
      <label for={id}>{field.isRequired ? t.editor.required(name) : name}</label>
      {field.isClosed || field.input === 'boolean' ? (
        <select
          id={id}
          {...about}
          value={value === undefined ? '' : JSON.stringify(value)}
          onChange={({ currentTarget: { value: chosen } }) =>
            onChange(chosen === '' ? undefined : JSON.parse(chosen))
          }
        >
          <option value="">{t.editor.noValue}</option>
          {(field.isClosed ? field.choices : [true, false]).map((choice) => (
            <option key={String(choice)} value={JSON.stringify(choice)}>
              {formatValue(choice, 60)}
            </option>
          ))}
        </select>
      ) : (
        <TypedInput id={id} about={about} field={field} value={value} onChange={onChange} />
      )}
      {problem !== undefined && (
        <p class="hint error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

type TypedProps = Omit<Props, 'problem'> & { id: string; about: object };

function TypedInput({ id, about, field, value, onChange }: TypedProps) {
  const [text, setText] = useState<string>();
  const { input, choices } = field;
  const stored = value === undefined ? '' : String(value);
  const isNumber = input === 'number' || input === 'integer';
  const leave = () => {
    if (text !== undefined && text !== stored) onChange(entered(text, isNumber));
    setText(undefined);
  };
  const shared = {
    id,
    ...about,
    value: text ?? stored,
    onInput: (event: { currentTarget: HTMLInputElement }) => setText(event.currentTarget.value),
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && leave(),
  };
  if (input === 'date') return <input type="date" {...shared} />;
  return (
    <>
      <input
        type="text"
        inputMode={isNumber ? 'decimal' : 'text'}
        {...(choices.length > 0 ? { list: `${id}-choices` } : {})}
        {...shared}
      />
      {choices.length > 0 && (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** What is no number stays a text, which the schema of the space may refuse. */
function entered(text: string, isNumber: boolean): unknown {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  return isNumber && Number.isFinite(number) ? number : text;
}
