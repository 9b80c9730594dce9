import type {
  Content,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from '../openapi.ts';
import { curlExample } from './curl.ts';
import { html, inline, joined, type Markup, prose, trusted } from './html.ts';
import { shapeOf } from './schema.ts';

/** An operation with its path and method. */
export type PlacedOperation = { path: string; method: string; operation: OperationObject };

export function operationsOf(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

export function badge(method: string): Markup {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

export function operationArticle(
  document: OpenApiDocument,
  { path, method, operation }: PlacedOperation,
): Markup {
  const { operationId, summary, description, security, parameters, requestBody } = operation;
  return html`<article id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="route">${badge(method)} <code>${path}</code>${security.length === 0 ? html` <span class="open">no token needed</span>` : ''}</p>
${description === undefined ? '' : prose(description)}
${parametersTable(parameters)}
${requestBody ? html`<h4>Body</h4>\n<p>${inline(requestBody.description)}</p>\n${contentList(requestBody.content)}` : ''}
<h4>Responses</h4>
${responses(operation)}
<h4>Example</h4>
<pre><code>${curlExample(document, path, method, operation)}</code></pre>
</article>`;
}

function parametersTable(parameters: readonly ParameterObject[]): Markup {
  if (parameters.length === 0) return html``;
  return html`<h4>Parameters</h4>
<table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${parameters.map(
  (parameter) =>
    html`<tr><td><code>${shownName(parameter)}</code> <em>${locationOf(parameter)}</em></td><td>${shapeOf(parameter.schema)}</td><td>${inline(parameter.description)}</td></tr>
`,
)}</tbody></table>`;
}

/** Each member of a spread object is a parameter of its own. */
function shownName({ name, explode }: ParameterObject): string {
  return explode ? `${name}.{name}` : name;
}

function locationOf({ in: location, required }: ParameterObject): string {
  if (location === 'path') return 'in the path';
  return required ? 'required' : '';
}

/** Each shape once, with the types it travels as. */
function contentList(content: Content): Markup {
  const typesOf = new Map<string, string[]>();
  for (const [type, { schema }] of Object.entries(content)) {
    const shape = shapeOf(schema).markup;
    typesOf.set(shape, [...(typesOf.get(shape) ?? []), type]);
  }
  return html`<ul class="content">${[...typesOf].map(
    ([shape, types]) =>
      html`<li>${trusted(shape)} <span class="muted">as</span> ${joined(
        types.map((type) => html`<code>${type}</code>`),
        ', ',
      )}</li>`,
  )}</ul>`;
}

/** Successes in full; errors, being the same for all, as links to their common section. */
function responses({ responses }: OperationObject): Markup {
  const entries = Object.entries(responses);
  const own = entries.filter((entry): entry is [string, ResponseObject] => !('$ref' in entry[1]));
  const shared = entries.filter(([, response]) => '$ref' in response);
  return html`<dl class="responses">${own.map(
    ([status, { description, content }]) =>
      html`<div><dt>${status}</dt><dd>${inline(description)}${content ? contentList(content) : ''}</dd></div>`,
  )}<div><dt>Errors</dt><dd>${joined(
    shared.map(([status]) => html`<a href="#error-${status}">${status}</a>`),
    ' · ',
  )}</dd></div></dl>`;
}
