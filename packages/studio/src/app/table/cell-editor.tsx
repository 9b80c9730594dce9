import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { CELL_KINDS, type CellInput, type CellKind, cellInputOf, cellValueOf } from './cell-value.ts';

type Props = {
  label: string;
  value: unknown;
  datatype: string | undefined;
  onSave: (value: unknown) => void;
  onCancel: () => void;
};

/** A cell while it is edited: Enter and leaving it save, Escape does not. */
export function CellEditor({ label, value, datatype, onSave, onCancel }: Props) {
  const [input, setInput] = useState<CellInput>(() => cellInputOf(value, datatype));
  const [first] = useState(input);
  const element = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const wanted = cellValueOf(input);
  useLayoutEffect(() => {
    const field = element.current?.querySelector<HTMLElement>('[data-value]');
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, []);
  const end = (isSaved: boolean) => {
    if (isOver.current) return;
    if (isSaved && wanted === undefined) return;
    isOver.current = true;
    const isSame = first.kind === input.kind && first.text === input.text;
    if (isSaved && !(isSame && value !== undefined)) onSave(wanted);
    else onCancel();
  };
  const onKey = (event: KeyboardEvent) => {
    // The keys of the table are not for what is typed.
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    end(event.key === 'Enter');
  };
  const setText = (text: string) => setInput({ ...input, text });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of the fields within
    <div
      class="cell-editor"
      ref={element}
      onKeyDown={onKey}
      onDblClick={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onFocusOut={(event) => {
        if (element.current?.contains(event.relatedTarget as Node | null)) return;
        if (wanted === undefined || (first.kind === input.kind && first.text === input.text)) end(false);
        else end(true);
      }}
    >
      {input.kind === 'boolean' ? (
        <select
          data-value
          aria-label={label}
          value={input.text}
          onChange={(event) => setText(event.currentTarget.value)}
        >
          <option value="true">{t.table.cell.yes}</option>
          <option value="false">{t.table.cell.no}</option>
        </select>
      ) : (
        <input
          data-value
          type="text"
          aria-label={label}
          aria-invalid={wanted === undefined}
          title={wanted === undefined && input.text !== '' ? t.table.cell.noNumber(input.text) : undefined}
          inputMode={input.kind === 'number' ? 'decimal' : 'text'}
          readOnly={input.kind === 'null'}
          value={input.kind === 'null' ? 'null' : input.text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
      <select
        aria-label={t.table.cell.kind}
        title={t.table.cell.kind}
        value={input.kind}
        onChange={(event) => setInput(asKind(input, event.currentTarget.value as CellKind))}
      >
        {CELL_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t.table.cell.kinds[kind]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What was typed, as another kind of value. */
function asKind({ kind, text }: CellInput, wanted: CellKind): CellInput {
  if (wanted === 'boolean') return { kind: wanted, text: text === 'false' ? 'false' : 'true' };
  return { kind: wanted, text: kind === 'null' ? '' : text };
}
