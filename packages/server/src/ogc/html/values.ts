import { html, type Markup } from '../../openapi/docs/html.ts';

const MAX_CHARS = 200;

/** A value as a cell of a table. */
export function cell(value: unknown): Markup {
  if (value === undefined || value === null) return html`<td class="none">–</td>`;
  if (typeof value === 'number') return html`<td class="number">${String(value)}</td>`;
  return html`<td>${inlineValue(typeof value === 'string' ? value : JSON.stringify(value))}</td>`;
}

/** A text, in brief; an address can be followed. */
export function inlineValue(text: string): Markup {
  if (/^https?:\/\/[^\s"<>]+$/.test(text) && text.length <= MAX_CHARS)
    return html`<a href="${text}" rel="noreferrer nofollow">${text}</a>`;
  return html`${text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text}`;
}
