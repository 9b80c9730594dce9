import { type Geometry, NAMESPACE, type Space } from '@meridian/hub';
import { html, type Markup } from '../../openapi/docs/html.ts';
import { type Addresses, type Link, TYPES } from '../links.ts';
import { collectionCrumb, collectionsCrumb, layout } from './layout.ts';
import { featureMap } from './map.ts';
import { cell } from './values.ts';

export type ShownFeature = { id: string; geometry: Geometry | null; properties: Record<string, unknown> };

export type ShownPage = {
  features: readonly ShownFeature[];
  links: readonly Link[];
  numberMatched?: number;
  /** What was asked for, parameter by parameter. */
  asked: readonly (readonly [name: string, value: string])[];
};

const MAX_COLUMNS = 12;

export function itemsPage(addresses: Addresses, info: Space, page: ShownPage): Markup {
  const { features, links, numberMatched, asked } = page;
  const geometries = features.flatMap(({ geometry }) => geometry ?? []);
  const map = featureMap(addresses, geometries, `Map of ${features.length} features of ${info.title}`);
  const body = html`<h1>${info.title === '' ? info.id : info.title}</h1>
${form(addresses, info.id, asked)}
${map ? html`<figure>${map}<figcaption>${counted(features.length, numberMatched)}</figcaption></figure>` : html`<p class="muted">${counted(features.length, numberMatched)}</p>`}
<h2>Features</h2>
${features.length === 0 ? html`<p class="muted">No feature matches.</p>` : table(addresses, info.id, features)}
<nav class="pages" aria-label="Pages">${pageLink(links, 'prev', '← Back')}${pageLink(links, 'next', 'Next →')}</nav>`;
  const json = links.find(({ rel }) => rel === 'alternate')!.href;
  const above = [collectionsCrumb(addresses), collectionCrumb(addresses, info)];
  return layout(addresses, {
    title: `Features of ${info.title}`,
    above,
    json,
    jsonType: TYPES.geojson,
    body,
  });
}

function counted(shown: number, matched: number | undefined): string {
  const features = shown === 1 ? '1 feature' : `${shown} features`;
  return matched === undefined ? features : `${features} of ${matched.toLocaleString('en')}`;
}

/** What the form has fields for, or starts from the first page with. */
const REPLACED = ['filter', 'bbox', 'cursor', 'f'];

/** Without script: the browser sends what is filled in. */
function form(addresses: Addresses, id: string, asked: ShownPage['asked']): Markup {
  const sent = (wanted: string) => asked.find(([name]) => name === wanted)?.[1] ?? '';
  const [filter, bbox] = [sent('filter'), sent('bbox')];
  const kept = [...asked.filter(([name]) => !REPLACED.includes(name)), ['f', 'html'] as const];
  return html`<form method="get" action="${addresses.plain(id, '/items')}">
<label>Filter (CQL2)<input name="filter" value="${filter}" placeholder="population &gt; 1000" autocomplete="off"></label>
<label>Box (west, south, east, north)<input name="bbox" value="${bbox}" placeholder="5,45,15,55" autocomplete="off"></label>
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>Apply</button></form>`;
}

function table(addresses: Addresses, id: string, features: readonly ShownFeature[]): Markup {
  const names = new Set<string>();
  for (const { properties } of features) for (const name of Object.keys(properties)) names.add(name);
  names.delete(NAMESPACE);
  const columns = [...names].slice(0, MAX_COLUMNS);
  return html`<div class="table" tabindex="0" role="region" aria-label="Features"><table><thead><tr><th scope="col">id</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${features.map((feature) => html`<tr><th scope="row"><a href="${addresses.item(id, feature.id, { f: 'html' })}">${feature.id}</a></th>${columns.map((name) => cell(Object.hasOwn(feature.properties, name) ? feature.properties[name] : undefined))}</tr>`)}</tbody></table></div>`;
}

function pageLink(links: readonly Link[], rel: 'prev' | 'next', title: string): Markup {
  const link = links.find((candidate) => candidate.rel === rel);
  return link ? html`<a class="button plain" rel="${rel}" href="${link.href}">${title}</a>` : html``;
}
