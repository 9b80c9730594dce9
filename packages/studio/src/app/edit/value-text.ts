/** Longer ones are not for a line of a form. */
const LONGEST = 5000;

export function isEditable(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= LONGEST;
  return typeof value !== 'object' || value === null || JSON.stringify(value).length <= LONGEST;
}

/** Texts as they are, all else as JSON. */
export function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was typed: a text stays a text; where something else was, or nothing, JSON is what it says. */
export function readValue(text: string, before: unknown): unknown {
  if (typeof before === 'string') return text;
  try {
    const value = JSON.parse(text) as unknown;
    return before === undefined && typeof value === 'object' && value !== null ? text : value;
  } catch {
    return text;
  }
}
