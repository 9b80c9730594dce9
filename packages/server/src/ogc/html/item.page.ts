import { type Geometry, isObject, NAMESPACE, type Space } from '@meridian/hub';
import { html, type Markup } from '../../openapi/docs/html.ts';
import { type Addresses, TYPES } from '../links.ts';
import { collectionCrumb, collectionsCrumb, layout } from './layout.ts';
import { featureMap } from './map.ts';
import { cell } from './values.ts';

type StoredFeature = { id: string; geometry: Geometry | null; properties: Record<string, unknown> };

const MAX_NAME = 200;

export function itemPage(addresses: Addresses, info: Space, text: string): Markup {
  const { id, geometry, properties } = JSON.parse(text) as StoredFeature;
  const json = addresses.item(info.id, id, { f: 'json' });
  const map = geometry ? featureMap(addresses, [geometry], `Map of ${id}`) : undefined;
  const written = isObject(properties[NAMESPACE]) ? properties[NAMESPACE] : {};
  const shown = Object.entries(properties).filter(([name]) => name !== NAMESPACE);
  const name = nameIn(shown);
  const body = html`<h1>${id}</h1>
${name === undefined ? html`` : html`<p class="lead">${name}</p>`}
<ul class="actions"><li><a class="button plain" href="${json}">as GeoJSON</a></li></ul>
${map ? html`<figure>${map}<figcaption>${geometry!.type}</figcaption></figure>` : html`<p class="muted">This feature has no geometry.</p>`}
<h2>Properties</h2>
${shown.length === 0 ? html`<p class="muted">None.</p>` : table(shown)}
<dl>${times(written)}</dl>`;
  return layout(addresses, {
    title: id,
    above: [collectionsCrumb(addresses), collectionCrumb(addresses, info)],
    json,
    jsonType: TYPES.geojson,
    body,
  });
}

/** What people call it, where a property has a name that says so. */
function nameIn(properties: readonly [string, unknown][]): string | undefined {
  const [, value] = properties.find(([name]) => /^(name|title|label)$/i.test(name)) ?? [];
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : undefined;
}

function table(properties: readonly [string, unknown][]): Markup {
  return html`<div class="table"><table><thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
<tbody>${properties.map(([name, value]) => html`<tr><th scope="row">${name}</th>${cell(value)}</tr>`)}</tbody></table></div>`;
}

function times({ createdAt, updatedAt }: Record<string, unknown>): Markup[] {
  return [
    ['Created', createdAt],
    ['Changed', updatedAt],
  ].flatMap(([name, value]) =>
    typeof value === 'number'
      ? [html`<dt>${String(name)}</dt><dd>${new Date(value).toISOString()}</dd>`]
      : [],
  );
}
