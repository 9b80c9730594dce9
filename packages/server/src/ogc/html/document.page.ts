import { isObject } from '@meridian/hub';
import { html, type Markup } from '../../openapi/docs/html.ts';
import { type Addresses, type Link, TYPES } from '../links.ts';
import { type Crumb, layout } from './layout.ts';
import { inlineValue } from './values.ts';

export type ShownDocument = {
  title: string;
  /** The pages above this one, but for the landing page. */
  above: readonly Crumb[];
  /** Where the same is as JSON, and of which type. */
  json: string;
  jsonType?: string;
  document: object;
};

type Members = readonly (readonly [name: string, value: unknown])[];

/** Any JSON document as a page: what has one value first, then what is lists and objects. */
export function documentPage(addresses: Addresses, shown: ShownDocument): Markup {
  const { title, above, json, jsonType = TYPES.json, document } = shown;
  const members = Object.entries(document);
  const plain = members.filter(([, value]) => isPlain(value));
  const nested = members.filter(([, value]) => !isPlain(value));
  const body = html`<h1>${title}</h1>
${plain.length === 0 ? html`` : list(plain)}
${nested.map(([name, value]) => html`<section><h2>${name}</h2>${block(name, value)}</section>`)}`;
  return layout(addresses, { title, above, json, jsonType, body });
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((entry) => typeof entry !== 'object');
  return typeof value !== 'object' || value === null;
}

/** A list or an object with room of its own: a table where its entries are objects. */
function block(name: string, value: unknown): Markup {
  if (isLinks(name, value)) return links(value);
  const entries: Members = Array.isArray(value)
    ? value.map((entry: unknown, index) => [String(index + 1), entry] as const)
    : Object.entries(value as object);
  if (entries.length === 0) return html`<p class="muted">None.</p>`;
  if (!entries.every(([, entry]) => isObject(entry))) return within(name, value);
  return table(name, entries, Array.isArray(value) ? undefined : 'Name');
}

/** `rows`: what the names of the rows are; they are not shown without it. */
function table(label: string, entries: Members, rows: string | undefined): Markup {
  const columns = new Set(entries.flatMap(([, entry]) => Object.keys(entry as object)));
  const head = [...(rows === undefined ? [] : [rows]), ...columns];
  return html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${entries.map(([name, entry]) => html`<tr>${rows === undefined ? html`` : html`<th scope="row">${name}</th>`}${[...columns].map((column) => cell(column, entry as object))}</tr>`)}</tbody></table></div>`;
}

function cell(column: string, entry: object): Markup {
  const value: unknown = Object.hasOwn(entry, column) ? entry[column as keyof typeof entry] : undefined;
  if (value === undefined || value === null) return html`<td class="none">–</td>`;
  return html`<td>${within(column, value)}</td>`;
}

/** A value inside of something else. */
function within(name: string, value: unknown): Markup {
  if (isLinks(name, value)) return links(value);
  if (Array.isArray(value)) {
    if (isPlain(value)) return inlineValue(value.join(', '));
    return html`<ul>${value.map((entry: unknown) => html`<li>${within('', entry)}</li>`)}</ul>`;
  }
  return isObject(value) ? list(Object.entries(value)) : inlineValue(value === null ? '–' : String(value));
}

function list(members: Members): Markup {
  return html`<dl>${members.map(([name, value]) => html`<dt>${name}</dt><dd>${within(name, value)}</dd>`)}</dl>`;
}

function isLinks(name: string, value: unknown): value is readonly Link[] {
  return (
    name === 'links' &&
    Array.isArray(value) &&
    value.every((entry) => isObject(entry) && typeof entry.href === 'string')
  );
}

/** An address with gaps to fill in leads nowhere as it is. */
function links(all: readonly Link[]): Markup {
  return html`<ul>${all.map(
    ({ href, title, type, templated }) =>
      html`<li>${templated ? html`${title ?? ''} <code>${href}</code>` : html`<a href="${href}">${title ?? href}</a>`}${type === undefined ? html`` : html` <span class="muted">${type}</span>`}</li>`,
  )}</ul>`;
}
