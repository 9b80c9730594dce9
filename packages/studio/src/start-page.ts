import { mark } from './mark.ts';

/** The three calls of a first tour; each can be copied and run once HUB and TOKEN are set. */
const TOUR: readonly [what: string, call: string][] = [
  [
    'Create a space',
    `curl -X POST "$HUB/hub/spaces" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"id": "cities", "title": "Cities of the world"}'`,
  ],
  [
    'Put a feature into it',
    `curl -X PUT "$HUB/hub/spaces/cities/features/berlin" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/geo+json" \\
  -d '{"type": "Feature", "properties": {"name": "Berlin"},
       "geometry": {"type": "Point", "coordinates": [13.4, 52.52]}}'`,
  ],
  [
    'Read it back',
    `curl "$HUB/hub/spaces/cities/features/berlin" \\
  -H "Authorization: Bearer $TOKEN"`,
  ],
];

const LINKS: readonly [path: string, title: string, text: string][] = [
  ['/docs', 'Documentation', 'Every call, its parameters and answers, with examples to run.'],
  ['/openapi.json', 'OpenAPI', 'The same as a machine-readable description, version 3.1.'],
  ['/hub', 'This hub', 'Which version runs here, since when and how it fares.'],
];

/** What a browser shows at the root of a hub. */
export const startPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Meridian</title>
<meta name="description" content="A self-hosted geospatial data hub">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/start.css">
</head>
<body>
<main>
<header>
<span class="brand">${mark}Meridian</span>
<h1>A home for your geodata</h1>
<p class="lead">Meridian keeps GeoJSON features in named spaces and serves them over HTTP: by id, page by page, by tag and by property. This hub is up and running.</p>
</header>
<ul class="links">
${LINKS.map(([path, title, text]) => `<li><a href="${path}"><strong>${title}</strong><span>${text}</span></a></li>`).join('\n')}
</ul>
<section>
<h2>A first tour</h2>
<p>Set <code>HUB</code> to the address of this page and <code>TOKEN</code> to the token that the first start showed.</p>
<pre><code>export HUB=http://127.0.0.1:8080 TOKEN=…</code></pre>
<ol class="tour">
${TOUR.map(([what, call]) => `<li><h3>${what}</h3><pre><code>${escaped(call)}</code></pre></li>`).join('\n')}
</ol>
</section>
</main>
</body>
</html>
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
