import { mark } from '@meridian/studio';
import { html, type Markup, trusted } from '../../openapi/docs/html.ts';
import { type Addresses, OGC_ROOT, TYPES } from '../links.ts';

export type Crumb = { title: string; href: string };

type Page = {
  title: string;
  /** The pages above this one, but for the landing page. */
  above: readonly Crumb[];
  /** Where the same is as JSON. */
  json: string;
  jsonType?: string;
  body: Markup;
};

/** What all pages of the OGC API have: rendered here, no script, nothing from elsewhere. */
export function layout(
  addresses: Addresses,
  { title, above, json, jsonType = TYPES.json, body }: Page,
): Markup {
  const crumbs = [{ title: 'OGC API', href: addresses.of('', { f: 'html' }) }, ...above];
  const home = addresses.path.slice(0, -OGC_ROOT.length + 1);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Meridian</title>
<link rel="icon" href="${home}icon.svg" type="image/svg+xml">
<link rel="alternate" href="${json}" type="${jsonType}">
<link rel="stylesheet" href="${addresses.path}/style.css">
</head>
<body>
<header class="top"><a class="brand" href="${home}">${trusted(mark)}Meridian</a>
<nav aria-label="Breadcrumb"><ol>${crumbs.map(({ title, href }) => html`<li><a href="${href}">${title}</a></li>`)}</ol></nav>
<a class="source" href="${json}">JSON</a></header>
<main>
${body}
</main>
</body>
</html>
`;
}

export function collectionsCrumb(addresses: Addresses): Crumb {
  return { title: 'Collections', href: addresses.of('/collections', { f: 'html' }) };
}

export function collectionCrumb(addresses: Addresses, { id, title }: { id: string; title: string }): Crumb {
  return { title: title === '' ? id : title, href: addresses.collection(id, '', { f: 'html' }) };
}
