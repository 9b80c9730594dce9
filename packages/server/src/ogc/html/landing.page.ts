import { html, type Markup } from '../../openapi/docs/html.ts';
import type { Addresses, Link } from '../links.ts';
import { layout } from './layout.ts';

export function landingPage(
  addresses: Addresses,
  { description, links }: { description: string; links: readonly Link[] },
): Markup {
  const json = addresses.of('', { f: 'json' });
  // One document may have links of two relations.
  const shown = links.filter(
    ({ rel, href }, i) =>
      rel !== 'self' && rel !== 'alternate' && links.findIndex((link) => link.href === href) === i,
  );
  const body = html`<h1>OGC API</h1>
<p class="lead">${description}</p>
<ul class="actions"><li><a class="button" href="${addresses.of('/collections', { f: 'html' })}">Collections</a></li>
<li><a class="button plain" href="${addresses.of('/api', { f: 'html' })}">The interface</a></li>
<li><a class="button plain" href="${addresses.of('/conformance', { f: 'html' })}">Conformance</a></li></ul>
<h2>Connect a GIS</h2>
<p>Give it the address <code>${addresses.root}</code>. Where it asks for a user and a password, the password is an access token and the user is anything.</p>
<dl><dt>QGIS</dt><dd>Layer → Add Layer → Add WFS / OGC API Features Layer → New</dd>
<dt>GDAL</dt><dd><code>ogrinfo OAPIF:${addresses.root}</code></dd>
<dt>ArcGIS Pro</dt><dd>Insert → Connections → Server → New OGC API Server</dd></dl>
<h2>Links</h2>
<div class="table"><table><thead><tr><th scope="col">What</th><th scope="col">Type</th></tr></thead>
<tbody>${shown.map(({ href, title, type }) => html`<tr><td><a href="${href}">${title ?? href}</a></td><td>${type ?? ''}</td></tr>`)}</tbody></table></div>`;
  return layout(addresses, { title: 'OGC API', above: [], json, body });
}
