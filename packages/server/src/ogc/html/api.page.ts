import type { Operation } from '../../http/operation.ts';
import { html, type Markup, prose } from '../../openapi/docs/html.ts';
import { type Addresses, TYPES } from '../links.ts';
import { layout } from './layout.ts';

/** The interface to read: what there is, and what it takes. */
export function apiPage(addresses: Addresses, operations: readonly Operation[]): Markup {
  const json = addresses.of('/api', { f: 'json' });
  const body = html`<h1>The interface</h1>
<p class="lead">For programs it is described by <a href="${json}">an OpenAPI 3.0 document</a>. Where an access token is needed, send it as bearer, as the password of HTTP Basic, or as <code>access_token</code>.</p>
${operations.map(section)}`;
  return layout(addresses, { title: 'The interface', above: [], json, jsonType: TYPES.openApi, body });
}

function section({ method, path, summary, description, query }: Operation): Markup {
  return html`<section><h2>${summary}</h2>
<p><code>${method} ${path}</code></p>
${description === undefined ? html`` : prose(description)}
${query.length === 0 ? html`` : html`<dl>${query.map(({ name, description }) => html`<dt><code>${name}</code></dt><dd>${description}</dd>`)}</dl>`}
</section>`;
}
