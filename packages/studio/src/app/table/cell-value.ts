/** What a cell can be given. */
export const CELL_KINDS = ['text', 'number', 'boolean', 'null'] as const;
export type CellKind = (typeof CELL_KINDS)[number];

export type CellInput = { kind: CellKind; text: string };

/** Lists and objects are nothing for a cell. */
export function isCellEditable(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** What the editor of a cell begins with; `datatype` is that of the column, for features without a value. */
export function cellInputOf(value: unknown, datatype: string | undefined): CellInput {
  switch (typeof value) {
    case 'number':
      return { kind: 'number', text: String(value) };
    case 'boolean':
      return { kind: 'boolean', text: String(value) };
    case 'string':
      return { kind: 'text', text: value };
    default: {
      if (value === null) return { kind: 'null', text: '' };
      const kind = datatype === 'number' || datatype === 'boolean' ? datatype : 'text';
      return { kind, text: kind === 'boolean' ? 'true' : '' };
    }
  }
}

/** The value that was typed; undefined where it is none of its kind. */
export function cellValueOf({ kind, text }: CellInput): string | number | boolean | null | undefined {
  switch (kind) {
    case 'text':
      return text;
    case 'boolean':
      return text === 'true';
    case 'null':
      return null;
    case 'number': {
      const number = Number(text);
      return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
    }
  }
}

/** The properties with another value at `a.b`: of the member that is called so, or else of the member b of a. */
export function withValueAt(
  properties: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const dot = path.indexOf('.');
  const [first, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  const member = Object.hasOwn(properties, first) ? properties[first] : undefined;
  const isMember = dot > 0 && !Object.hasOwn(properties, path) && isObject(member);
  return { ...properties, ...(isMember ? { [first]: withValueAt(member, rest, value) } : { [path]: value }) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
