import type { Schema } from '../../http/operation.ts';
import type { OpenApiDocument, ResponseObject } from '../openapi.ts';
import { hasAddress } from './curl.ts';
import { exampleOf, indented } from './example.ts';
import { html, inline, type Markup, prose } from './html.ts';
import { anchorOf, titleOf } from './navigation.ts';
import { operationArticle, operationsOf } from './operation.ts';
import { membersTable, shapeOf } from './schema.ts';

/** Stands on the page where the address of the hub belongs, if the description names none. */
const ADDRESS = '{address-of-this-hub}';

/** The page as it is for a reader who reached the hub at this address. */
export function withAddress(page: string, address: string): string {
  return page.replaceAll(ADDRESS, () => html`${address}`.markup);
}

export function introduction(document: OpenApiDocument): Markup {
  const { info, components } = document;
  const exports = hasAddress(document) ? 'export TOKEN=…' : `export HUB=${ADDRESS} TOKEN=…`;
  return html`<section id="start">
<h1>The interface of ${info.title}</h1>
${prose(info.description)}
<h2>Access</h2>
<p>Most calls need an access token. It is taken in any of these ways:</p>
<ul>${Object.values(components.securitySchemes).map(({ description }) => html`<li>${inline(description)}</li>`)}</ul>
<p>The examples take what they need from the shell:</p>
<pre><code>${exports}</code></pre>
</section>`;
}

export function tagSection(document: OpenApiDocument, tag: OpenApiDocument['tags'][number]): Markup {
  const operations = operationsOf(document).filter(({ operation }) => operation.tags.includes(tag.name));
  return html`<section id="${anchorOf(tag.name)}">
<h2>${titleOf(tag.name)}</h2>
<p>${inline(tag.description)}</p>
${operations.map((operation) => operationArticle(document, operation))}
</section>
`;
}

export function errorsSection(document: OpenApiDocument): Markup {
  return html`<section id="errors">
<h2>Errors</h2>
<p>Every status but 304 outside 200–299 is an error and has a JSON body that says what went wrong.</p>
<table><thead><tr><th>Status</th><th>Body</th><th>When</th></tr></thead><tbody>
${sharedResponses(document).map(
  ([status, { description, content = {} }]) =>
    html`<tr id="error-${status}"><td><code>${status}</code></td><td>${Object.values(content).map(({ schema }) => shapeOf(schema))}</td><td>${inline(description)}</td></tr>
`,
)}</tbody></table>
</section>`;
}

/** The responses that operations refer to, by status. */
function sharedResponses(document: OpenApiDocument): [status: string, response: ResponseObject][] {
  const byStatus = new Map<string, ResponseObject>();
  for (const { operation } of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses))
      if ('$ref' in response && !byStatus.has(status))
        byStatus.set(status, document.components.responses[response.$ref.split('/').at(-1)!]!);
  return [...byStatus].sort(([a], [b]) => Number(a) - Number(b));
}

export function schemasSection({ components }: OpenApiDocument): Markup {
  return html`<section id="schemas">
<h2>Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaArticle(name, schema))}
</section>`;
}

function schemaArticle(name: string, schema: Schema): Markup {
  const example = exampleOf(schema);
  return html`<article id="schema-${name}">
<h3><a href="#schema-${name}">${name}</a></h3>
<p>${inline(String(schema.description ?? ''))}</p>
${schema.oneOf === undefined ? '' : html`<p>${shapeOf(schema)}</p>`}
${membersTable(schema)}
${example === undefined ? '' : html`<pre><code>${indented(example)}</code></pre>`}
</article>
`;
}
