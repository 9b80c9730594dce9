import type { Geometry } from '@meridian/client';
import type { MapCanvas } from '../map/canvas.ts';
import { boxAround } from '../map/middle.ts';
import { showPreview } from '../map/preview-layers.ts';
import { SmallMap } from '../map/small-map.tsx';
import { t } from '../strings.ts';

/** Nearer, the base map has nothing that would tell where it is. */
const MAX_ZOOM = 12;

/** The features of a file where they would be. */
export function PreviewMap({ features }: { features: GeoJSON.Feature[] }) {
  return <SmallMap shown={features} draw={draw} label={t.import.map} />;
}

function draw(canvas: MapCanvas, features: GeoJSON.Feature[]): void {
  showPreview(canvas.map, features);
  const box = boxAround(features.flatMap(({ geometry }) => (geometry ? [geometry as Geometry] : [])));
  if (box) canvas.fit(box, MAX_ZOOM);
}
