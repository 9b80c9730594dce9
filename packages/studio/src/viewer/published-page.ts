import { escaped } from './published-map.ts';

/** Nothing is loaded from elsewhere, and nothing in the data can become a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page of a published map. What it shows is in the style beside it. */
export function publishedPage(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/viewer.css">
<script type="module" src="assets/viewer.js"></script>
</head>
<body>
<main id="map"></main>
<aside id="panel"><details open><summary><h1>${escaped(title)}</h1></summary></details></aside>
<noscript><p>This map needs JavaScript.</p></noscript>
</body>
</html>
`;
}
