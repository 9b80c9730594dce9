/** What a feature says of itself, on the map and in its card. */
export type Popup = {
  /** With `{property}` for values. */
  text?: string | undefined;
  /** In this order; without it all properties are shown. */
  fields?: PopupField[] | undefined;
  /** Less than all of it below the pointer. */
  hover?: Hover | undefined;
};

export type PopupField = { property: string; label?: string | undefined };

export const HOVERS = ['title', 'none'] as const;
export type Hover = (typeof HOVERS)[number];

export const LONGEST_TEMPLATE = 2000;
export const LONGEST_LABEL = 80;
export const MAX_FIELDS = 50;

/** Reads a stored one; invalid parts of it are left out, and undefined where nothing is left. */
export function readPopup(value: unknown): Popup | undefined {
  const { text, fields, hover } = asObject(value);
  const on = HOVERS.find((known) => known === hover);
  const popup: Popup = {
    ...(typeof text === 'string' && text !== '' ? { text: text.slice(0, LONGEST_TEMPLATE) } : {}),
    ...(Array.isArray(fields) ? { fields: readFields(fields) } : {}),
    ...(on ? { hover: on } : {}),
  };
  return Object.keys(popup).length === 0 ? undefined : popup;
}

function readFields(values: readonly unknown[]): PopupField[] {
  const fields = values.map(readField).filter((one) => one !== undefined);
  return fields.slice(0, MAX_FIELDS);
}

function readField(value: unknown): PopupField | undefined {
  const { property, label } = asObject(value);
  if (typeof property !== 'string' || property === '') return undefined;
  return {
    property,
    ...(typeof label === 'string' && label !== '' ? { label: label.slice(0, LONGEST_LABEL) } : {}),
  };
}

/** `{name}: {depth} m` → `Old well: 12 m`, as `written` writes the values; what is in no braces stays as it is. */
export function fillTemplate(template: string, written: (property: string) => string): string {
  return template.replace(/\{([^{}]+)\}/g, (_, property: string) => written(property.trim()));
}

function asObject(value: unknown): Record<string, unknown> {
  return Object(value) as Record<string, unknown>;
}
