import { shortText } from '../../language/short-text.ts';

/** A value of a property as a line of text, cut where it would be too long to show. */
export function formatValue(value: unknown, longest = 200): string {
  const text = typeof value === 'string' ? value : (shortJson(value, longest) ?? '');
  return shortText(text, longest);
}

/** Large objects are not written out to be cut afterwards. */
function shortJson(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let budget = longest;
  const shorten = (part: unknown): unknown => {
    if (budget <= 0) return '…';
    if (typeof part === 'string') {
      budget -= part.length;
      return part.slice(0, longest);
    }
    if (typeof part !== 'object' || part === null) {
      budget -= 4;
      return part;
    }
    if (Array.isArray(part)) return part.slice(0, longest).map(shorten);
    return Object.fromEntries(
      Object.keys(part)
        .slice(0, longest)
        .map((key) => [key, shorten((part as Record<string, unknown>)[key])]),
    );
  };
  return JSON.stringify(shorten(value));
}
