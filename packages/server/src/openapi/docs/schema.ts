import type { Schema } from '../../http/operation.ts';
import { html, inline, joined, type Markup } from './html.ts';

/** What a schema allows, in a few words: `integer, 1 to 100000, default 30000`. */
export function shapeOf(schema: Schema): Markup {
  if (typeof schema.$ref === 'string') return link(schema.$ref);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(alternatives)) return joined(alternatives.map(shapeOf), ' or ');
  if (Array.isArray(schema.allOf)) return joined(schema.allOf.map(shapeOf), ' and ');
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  return html`${base(schema)}${limits(schema)}`;
}

/** The members of an object schema, as a table; nothing where it has none. */
export function membersTable(schema: Schema): Markup {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (members.length === 0) return html``;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return html`<table><thead><tr><th>Member</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${members.map(
  ([name, member]) =>
    html`<tr><td><code>${name}</code>${required.includes(name) ? html` <em>always</em>` : ''}</td><td>${shapeOf(member)}</td><td>${inline(String(member.description ?? ''))}</td></tr>
`,
)}</tbody></table>`;
}

function base(schema: Schema): Markup {
  if (Array.isArray(schema.enum))
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ' | ',
    );
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
  return type === 'array' && schema.items ? html`list of ${shapeOf(schema.items as Schema)}` : html`${type}`;
}

function limits({ minimum, maximum, default: standard }: Schema): Markup {
  const parts: Markup[] = [];
  if (minimum !== undefined && maximum !== undefined)
    parts.push(html`${String(minimum)} to ${String(maximum)}`);
  else if (minimum !== undefined) parts.push(html`${String(minimum)} or more`);
  else if (maximum !== undefined) parts.push(html`${String(maximum)} at most`);
  if (standard !== undefined) parts.push(html`default <code>${String(standard)}</code>`);
  return html`${parts.map((part) => html`, ${part}`)}`;
}

function link(reference: string): Markup {
  const name = reference.split('/').at(-1)!;
  return html`<a href="#schema-${name}">${name}</a>`;
}
