import type { Statistics } from '@meridian/hub';
import { html, type Markup } from '../../openapi/docs/html.ts';
import type { CollectionDocument } from '../collection.document.ts';
import type { Addresses } from '../links.ts';
import type { FoundProperty } from '../space-types.ts';
import { collectionsCrumb, layout } from './layout.ts';
import { extentMap } from './map.ts';

export function collectionPage(
  addresses: Addresses,
  { id, title, description, attribution, extent: documented }: CollectionDocument,
  { count, extent, geometryTypes }: Statistics,
  properties: readonly FoundProperty[],
): Markup {
  const at = (below: string, f?: string) => addresses.collection(id, below, f === undefined ? {} : { f });
  const body = html`<h1>${title}</h1>
${description === undefined ? html`` : html`<p class="lead">${description}</p>`}
<ul class="actions"><li><a class="button" href="${at('/items', 'html')}">Features</a></li>
<li><a class="button plain" href="${at('/items', 'json')}">as GeoJSON</a></li>
<li><a class="button plain" href="${at('/queryables', 'html')}">Queryables</a></li>
<li><a class="button plain" href="${at('/schema', 'html')}">Schema</a></li>
<li><a class="button plain" href="${at('/tiles', 'html')}">Tiles</a></li>
<li><a class="button plain" href="${at('/styles', 'html')}">Style</a></li></ul>
${extent ? html`<figure>${extentMap(addresses, extent.bbox, `Extent of ${title}`)}<figcaption>${extentText(extent.bbox)}</figcaption></figure>` : html``}
<dl><dt>Id</dt><dd><code>${id}</code></dd><dt>Features</dt><dd>${count.toLocaleString('en')}</dd>
<dt>Geometries</dt><dd>${geometryTypes.length === 0 ? 'none' : geometryTypes.join(', ')}</dd>
${timeEntry(documented)}
${attribution === undefined ? html`` : html`<dt>Attribution</dt><dd>${attribution}</dd>`}</dl>
<h2>Properties</h2>
${properties.length === 0 ? html`<p class="muted">None.</p>` : propertyTable(properties)}`;
  return layout(addresses, { title, above: [collectionsCrumb(addresses)], json: at('', 'json'), body });
}

function timeEntry(extent: CollectionDocument['extent']): Markup {
  const [from, to] = extent?.temporal?.interval[0] ?? [null, null];
  return from || to ? html`<dt>Time</dt><dd>${from ?? 'open'} to ${to ?? 'open'}</dd>` : html``;
}

function propertyTable(properties: readonly FoundProperty[]): Markup {
  return html`<div class="table"><table><thead><tr><th scope="col">Name</th><th scope="col">Type</th></tr></thead>
<tbody>${properties.map(({ name, type }) => html`<tr><th scope="row">${name}</th><td>${type}</td></tr>`)}</tbody></table></div>`;
}

function extentText({ west, south, east, north }: NonNullable<Statistics['extent']>['bbox']): string {
  const degrees = (value: number) => `${Number(value.toFixed(4))}°`;
  return `From ${degrees(west)}, ${degrees(south)} to ${degrees(east)}, ${degrees(north)} (longitude, latitude)`;
}
