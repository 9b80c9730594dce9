import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { unwrap } from '../world/unwrap.ts';

const LAND = createRequire(import.meta.url).resolve('world-atlas/land-110m.json');

type Ring = number[][];

/** The land of the world as a small SVG, one unit per degree: what the extents of spaces are drawn upon. */
export async function landSvg(): Promise<string> {
  const topology = JSON.parse(await readFile(LAND, 'utf8')) as Topology;
  const land = feature(topology, topology.objects.land!);
  const shapes =
    'features' in land ? land.features.map(({ geometry }) => unwrap(geometry)) : [unwrap(land.geometry)];
  const rings = shapes.flatMap((shape) =>
    shape.type === 'MultiPolygon'
      ? shape.coordinates.flat()
      : shape.type === 'Polygon'
        ? shape.coordinates
        : [],
  );
  const beyond = rings.flatMap((ring) => {
    const shift = ring.some(([x]) => x! > 180) ? -360 : ring.some(([x]) => x! < -180) ? 360 : 0;
    return shift === 0 ? [] : [ring.map(([x, y]) => [x! + shift, y!])];
  });
  const path = [...rings, ...beyond].map(toPath).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-180 -90 360 180"><path fill="#7d8f8e" fill-opacity=".5" d="${path}"/></svg>`;
}

function toPath(ring: Ring): string {
  return `M${ring.map(([x, y]) => `${x!.toFixed(1)} ${(-y!).toFixed(1)}`).join('L')}Z`;
}
