import { mark } from '../mark.ts';
import type { Bundle } from './bundle.ts';
import { FOLDER } from './folder.ts';

/**
 * The one page of the studio, which may be below any path: its links are relative. What its scripts must know stands in a block of data, which is no script. Anyone who comes
 * without the cookies of a sign-in is unknown, so that nothing need be asked to find that out.
 */
export function studioPage(isKnown: boolean, built: Bundle): string {
  const { script, preload, styles } = built;
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
${preload.map((name) => `<link rel="modulepreload" href="${FOLDER}${name}">\n`).join('')}${assetsOf(built)}
<script type="module" src="${FOLDER}${script}"></script>
</head>
<body>
<div id="app"><p class="opening">${mark}<span>Meridian</span></p></div>
<noscript><p class="opening">The studio needs JavaScript. The interface does not: see <a href="docs">the documentation</a>.</p></noscript>
</body>
</html>
`;
}

/** The page that shows one space in frames. */
export function embedPage(built: Bundle): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Map</title>
<link rel="stylesheet" href="${FOLDER}${built.embedStyles}">
${assetsOf(built)}
<script type="module" src="${FOLDER}${built.embed}"></script>
</head>
<body>
<div id="map"></div>
<p id="problem" role="alert"></p>
</body>
</html>
`;
}

function assetsOf({ fileWorker, mapWorker, world, land }: Bundle): string {
  const assets = Object.fromEntries(
    Object.entries({ fileWorker, mapWorker, world, land }).map(([name, file]) => [name, FOLDER + file]),
  );
  return `<script type="application/json" id="assets">${JSON.stringify(assets)}</script>`;
}
