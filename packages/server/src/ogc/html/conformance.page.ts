import { html, type Markup } from '../../openapi/docs/html.ts';
import type { Addresses } from '../links.ts';
import { layout } from './layout.ts';

export function conformancePage(addresses: Addresses, classes: readonly string[]): Markup {
  const json = addresses.of('/conformance', { f: 'json' });
  const body = html`<h1>Conformance</h1>
<p class="lead">The conformance classes of the standards that this API has.</p>
<ul class="classes">${classes.map((uri) => html`<li><a href="${uri}">${uri}</a></li>`)}</ul>`;
  return layout(addresses, { title: 'Conformance', above: [], json, body });
}
