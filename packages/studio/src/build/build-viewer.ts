import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import type { ViewerFile } from '../viewer/viewer-file.ts';
import { unwrap } from '../world/unwrap.ts';
import { bundledLicences } from './bundled-licences.ts';

const require = createRequire(import.meta.url);
const PAGE = fileURLToPath(new URL('../app/viewer/main.ts', import.meta.url));
const MAP_WORKER = require.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs');
const LAND = require.resolve('world-atlas/land-50m.json');

/** Builds the page that shows published maps. */
export async function buildViewer(): Promise<ViewerFile[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: { viewer: PAGE, 'map-worker': MAP_WORKER },
    outdir: '/viewer',
    absWorkingDir: '/',
    write: false,
    bundle: true,
    minify: true,
    metafile: true,
    format: 'esm',
    target: ['chrome115', 'firefox115', 'safari16.4'],
    loader: { '.svg': 'dataurl' },
    legalComments: 'none',
    logLevel: 'silent',
  });
  await stop();
  const bundled = Object.keys(metafile.inputs).map((path) => `/${path}`);
  const encoder = new TextEncoder();
  return [
    ...outputFiles.map(({ path, contents }) => ({ name: basename(path), body: contents })),
    { name: 'land.json', body: encoder.encode(await land()) },
    { name: 'licences.txt', body: encoder.encode(await bundledLicences([...bundled, LAND])) },
  ];
}

/** Natural Earth, public domain: to two decimals, about a kilometre. */
async function land(): Promise<string> {
  const topology = JSON.parse(await readFile(LAND, 'utf8')) as Topology;
  const found = feature(topology, topology.objects.land!);
  const features = 'features' in found ? found.features : [found];
  const unwrapped = features.map(({ geometry }) => ({
    type: 'Feature',
    properties: {},
    geometry: unwrap(geometry),
  }));
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 100) / 100 : value;
  return JSON.stringify({ type: 'FeatureCollection', features: unwrapped }, rounded);
}
