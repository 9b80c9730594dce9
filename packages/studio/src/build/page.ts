import { mark } from '../mark.ts';
import type { Bundle } from './bundle.ts';
import { FOLDER } from './folder.ts';

/**
 * The one page of the studio, which may be below any path: its links are relative. What its scripts must know stands in a block of data, which is no script. Anyone who comes
 * without the cookies of a sign-in is unknown, so that nothing need be asked to find that out.
 */
export function studioPage(isKnown: boolean, { script, preload, styles, ...named }: Bundle): string {
  const { fileWorker, mapWorker, world, land } = named;
  const assets = Object.fromEntries(
    Object.entries({ fileWorker, mapWorker, world, land }).map(([name, file]) => [name, FOLDER + file]),
  );
  return `<!doctype html>
<html lang="en" data-visitor="${isKnown ? 'known' : 'unknown'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Meridian</title>
<meta name="description" content="A self-hosted geospatial data hub">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${FOLDER}${styles}">
${preload.map((name) => `<link rel="modulepreload" href="${FOLDER}${name}">\n`).join('')}<script type="application/json" id="assets">${JSON.stringify(assets)}</script>
<script type="module" src="${FOLDER}${script}"></script>
</head>
<body>
<div id="app"><p class="opening">${mark}<span>Meridian</span></p></div>
<noscript><p class="opening">The studio needs JavaScript. The interface does not: see <a href="docs">the documentation</a>.</p></noscript>
</body>
</html>
`;
}
