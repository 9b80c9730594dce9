import { mark } from '../mark.ts';
import type { Bundle } from './bundle.ts';
import { FOLDER } from './folder.ts';

/** For those who have cookies of a sign-in and for those who have none, and for those who look at a published map. */
export type PageKind = 'known' | 'unknown' | 'map';

/**
 * The one page of the studio, which may be below any path: its links are relative. What its scripts must know stands in a block
 * of data, which is no script. Anyone who comes without the cookies of a sign-in is unknown, so that nothing need be asked to
 * find that out. A published map stands one folder further down, and does not ask who is looking.
 */
export function studioPage(kind: PageKind, built: Bundle): string {
  const { script, preload, styles } = built;
  const root = kind === 'map' ? '../' : '';
  const folder = root + FOLDER;
  return `<!doctype html>
<html lang="en" data-visitor="${kind}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Meridian</title>
<meta name="description" content="A self-hosted geospatial data hub">
<link rel="icon" href="${root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${folder}${styles}">
${preload.map((name) => `<link rel="modulepreload" href="${folder}${name}">\n`).join('')}${assetsOf(built, folder)}
<script type="module" src="${folder}${script}"></script>
</head>
<body>
<div id="app"><p class="opening">${mark}<span>Meridian</span></p></div>
<noscript><p class="opening">The studio needs JavaScript. The interface does not: see <a href="${root}docs">the documentation</a>.</p></noscript>
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
<meta name="color-scheme" content="light dark">
<title>Map</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${FOLDER}${built.embedStyles}">
${assetsOf(built, FOLDER)}
<script type="module" src="${FOLDER}${built.embed}"></script>
</head>
<body>
<main id="map"></main>
<p id="problem" role="alert"></p>
</body>
</html>
`;
}

function assetsOf({ fileWorker, mapWorker, world, places, sample, land }: Bundle, folder: string): string {
  const assets = Object.fromEntries(
    Object.entries({ fileWorker, mapWorker, world, places, sample, land }).map(([name, file]) => [
      name,
      folder + file,
    ]),
  );
  return `<script type="application/json" id="assets">${JSON.stringify(assets)}</script>`;
}
