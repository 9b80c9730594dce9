import { html, type Markup } from '../../openapi/docs/html.ts';
import type { CollectionDocument } from '../collection.document.ts';
import type { Addresses, Link } from '../links.ts';
import { layout } from './layout.ts';
import { extentMap } from './map.ts';

export function collectionsPage(
  addresses: Addresses,
  { collections, links }: { collections: readonly CollectionDocument[]; links: readonly Link[] },
): Markup {
  const next = links.find(({ rel }) => rel === 'next');
  const body = html`<h1>Collections</h1>
<p class="lead">${collections.length === 0 ? 'There is no space that you may read.' : 'Every space that you may read.'}</p>
<ul class="cards">${collections.map((collection) => card(addresses, collection))}</ul>
${next ? html`<p class="pages"><a class="button plain" rel="next" href="${next.href}&amp;f=html">More</a></p>` : html``}`;
  return layout(addresses, {
    title: 'Collections',
    above: [],
    json: addresses.of('/collections', { f: 'json' }),
    body,
  });
}

function card(addresses: Addresses, { id, title, description, extent }: CollectionDocument): Markup {
  const [west, south, east, north] = extent?.spatial?.bbox[0] ?? [];
  const map =
    west === undefined
      ? html``
      : extentMap(addresses, { west, south: south!, east: east!, north: north! }, `Extent of ${title}`);
  return html`<li class="card">${map}<div><h2><a href="${addresses.collection(id, '', { f: 'html' })}">${title}</a></h2>
<p class="muted"><code>${id}</code></p>
${description === undefined ? html`` : html`<p>${description}</p>`}</div></li>`;
}
