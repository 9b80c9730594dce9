import { mark } from '@meridian/studio';
import { basePathOf } from '../../http/request/base-path.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { html, trusted } from './html.ts';
import { navigation } from './navigation.ts';
import { errorsSection, introduction, schemasSection, tagSection } from './sections.ts';

/** The description as one page to read, rendered on the server, with nothing from elsewhere. A script finds and tries operations; it can be read without. */
export function docsPage(document: OpenApiDocument): string {
  const { title, version } = document.info;
  const basePath = basePathOf(document.servers[0]!.url);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – the interface</title>
<link rel="icon" href="${basePath}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${basePath}/docs/style.css">
<script src="${basePath}/docs/docs.js" defer></script>
</head>
<body>
<header class="top"><a class="brand" href="${basePath}/">${trusted(mark)}${title}</a><span class="muted">${version}</span><a class="source" href="${basePath}/openapi.json">openapi.json</a></header>
<div class="layout">
${navigation(document)}
<main>
${introduction(document)}
${document.tags.map((tag) => tagSection(document, tag))}
${errorsSection(document)}
${schemasSection(document)}
</main>
</div>
</body>
</html>
`.markup;
}
