import type { OpenApiDocument } from '../openapi.ts';
import { html, type Markup } from './html.ts';
import { badge, operationsOf } from './operation.ts';

/** `features: read` → `features-read` */
export function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

export function titleOf(tag: string): string {
  return tag[0]!.toUpperCase() + tag.slice(1);
}

/** By tag; where there is room, each operation below its tag. */
export function navigation(document: OpenApiDocument): Markup {
  const operations = operationsOf(document);
  return html`<nav aria-label="Operations"><ul>
<li><a href="#start">Start here</a></li>
${document.tags.map(
  ({ name }) => html`<li><a href="#${anchorOf(name)}">${titleOf(name)}</a><ul>${operations
    .filter(({ operation }) => operation.tags.includes(name))
    .map(
      ({ method, operation }) =>
        html`<li><a href="#${operation.operationId}">${badge(method)} ${operation.summary}</a></li>`,
    )}</ul></li>
`,
)}<li><a href="#errors">Errors</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul></nav>`;
}
