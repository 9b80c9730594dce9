import type { MapStyle } from '@meridian/studio';
import { html, type Markup } from '../../openapi/docs/html.ts';
import type { Addresses } from '../links.ts';
import { STYLE_TYPE } from '../styles/style.links.ts';
import { type Crumb, layout } from './layout.ts';
import { legendMarkup, legendOf } from './legend.ts';

type ShownStyle = {
  title: string;
  above: readonly Crumb[];
  style: MapStyle;
  /** Where it is for programs. */
  json: string;
  /** Where the page is that says what it is about. */
  metadata: string;
};

/** A style to look at: what it shows, with which colours, and how to use it. */
export function stylePage(addresses: Addresses, { title, above, style, json, metadata }: ShownStyle): Markup {
  const sources = Object.keys(style.sources);
  const body = html`<h1>Style of ${title}</h1>
<p class="lead">Data and look of a map in one document, for MapLibre and programs that read its styles.</p>
<ul class="actions"><li><a class="button" href="${json}">MapLibre style</a></li>
<li><a class="button plain" href="${metadata}">What it is about</a></li></ul>
<h2>Use it</h2>
<pre class="sample" tabindex="0" role="region" aria-label="How to use it"><code>new maplibregl.Map({ container: 'map', style: '${json}' });</code></pre>
<h2>Layers</h2>
${sources.length === 0 ? html`<p class="muted">None that you may read.</p>` : html`<ul class="cards">${sources.map((source) => card(addresses, style, source))}</ul>`}`;
  return layout(addresses, { title: `Style of ${title}`, above, json, jsonType: STYLE_TYPE, body });
}

type Layer = { type: string; source: string; paint: Record<string, unknown>; layout: { visibility: string } };

/** The layers of a space are one for who looks at a map. */
function card(addresses: Addresses, { layers }: MapStyle, source: string): Markup {
  const own = (layers as unknown as Layer[]).filter((layer) => layer.source === source);
  const types = own.map(({ type }) => type);
  const kind = types.includes('heatmap')
    ? 'Heat map'
    : types.includes('circle')
      ? 'Features'
      : 'Cells with counts';
  const isHidden = own.every(({ layout }) => layout.visibility === 'none');
  return html`<li class="card"><div><h3><a href="${addresses.collection(source, '', { f: 'html' })}">${source}</a></h3>
<p class="muted">${kind}${isHidden ? ', hidden at first' : ''}</p>
${legendMarkup(legendOf(colorOf(own.at(-1))))}</div></li>`;
}

function colorOf(layer: Layer | undefined): unknown {
  return layer?.paint[`${layer.type}-color`];
}
