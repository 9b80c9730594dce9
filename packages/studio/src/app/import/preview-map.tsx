import type { Geometry } from '@meridian/client';
import type { MapCanvas } from '../map/canvas.ts';
import { boxOf } from '../map/middle.ts';
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
  const boxes = features.flatMap(({ geometry }) => (geometry ? [boxOf(geometry as Geometry)] : []));
  const known = boxes.filter((box) => box !== undefined);
  if (known.length > 0)
    canvas.fit(
      [
        known.reduce((least, [west]) => Math.min(least, west), 180),
        known.reduce((least, [, south]) => Math.min(least, south), 90),
        known.reduce((max, [, , east]) => Math.max(max, east), -180),
        known.reduce((max, [, , , north]) => Math.max(max, north), -90),
      ],
      MAX_ZOOM,
    );
}
