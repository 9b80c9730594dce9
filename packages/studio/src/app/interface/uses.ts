export const USE_IDS = ['qgis', 'tileJson', 'mapLibre', 'gdal', 'curl', 'python', 'typeScript'] as const;
export type UseId = (typeof USE_IDS)[number];

/** Stands for a token that has not been created yet. */
export const NO_TOKEN = 'TOKEN';

/** The URL or the lines that each program needs to read one space. */
export function usesOf(hubUrl: string, space: string, token: string): Record<UseId, string> {
  const path = `${hubUrl}/hub/spaces/${encodeURIComponent(space)}`;
  const tileJson = `${path}/tile/web.json?access_token=${token}`;
  const file = `${path}/export?access_token=${token}`;
  return {
    tileJson,
    mapLibre: [
      `map.addSource(${script(space)}, { type: 'vector', url: ${script(tileJson)} });`,
      ...LAYERS.map(([type, geometry, paint]) =>
        [
          'map.addLayer({',
          `  id: ${script(`${space} ${type}`)},`,
          `  type: '${type}',`,
          `  source: ${script(space)},`,
          `  'source-layer': ${script(space)},`,
          `  filter: ['==', ['geometry-type'], '${geometry}'],`,
          `  paint: ${paint},`,
          '});',
        ].join('\n'),
      ),
    ].join('\n'),
    qgis: `${hubUrl}/ogc`,
    gdal: `ogr2ogr -f GPKG ${shell(`${space}.gpkg`)} ${shell(file)} -nln ${shell(space)}`,
    curl: `curl ${shell(`${path}/search?limit=10`)} -H ${shell(`Authorization: Bearer ${token}`)}`,
    python: [
      'import geopandas',
      '',
      `frame = geopandas.read_file(${JSON.stringify(file)})`,
      'print(frame)',
    ].join('\n'),
    typeScript: [
      'type Page = { features: { id: string; properties: Record<string, unknown> }[]; handle?: string };',
      '',
      `const url = new URL(${script(`${path}/iterate?limit=1000`)});`,
      'for (;;) {',
      `  const response = await fetch(url, { headers: { Authorization: ${script(`Bearer ${token}`)} } });`,
      '  if (!response.ok) throw new Error(await response.text());',
      '  const { features, handle } = (await response.json()) as Page;',
      '  for (const { id, properties } of features) console.log(id, properties);',
      '  if (handle === undefined) break;',
      `  url.searchParams.set('handle', handle);`,
      '}',
    ].join('\n'),
  };
}

const LAYERS = [
  ['fill', 'Polygon', `{ 'fill-color': '#0f8b94', 'fill-opacity': 0.4 }`],
  ['line', 'LineString', `{ 'line-color': '#0f8b94', 'line-width': 2 }`],
  ['circle', 'Point', `{ 'circle-color': '#0f8b94', 'circle-radius': 5 }`],
] as const;

/** `it's` → `'it\'s'`, for JavaScript. */
function script(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** `it's` → `'it'\''s'`, for a shell. */
function shell(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}
