import type { Geometry } from '@meridian/client';
import { useEffect, useRef } from 'preact/hooks';
import { loadWorld } from '../map/base-map.ts';
import { MapCanvas } from '../map/canvas.ts';
import { boxOf } from '../map/middle.ts';
import { showPreview } from '../map/preview-layers.ts';
import { t } from '../strings.ts';
import { theme } from '../theme.ts';
import { notifyError } from '../ui/notices.tsx';

/** The features of a file where they would be. */
export function PreviewMap({ features }: { features: GeoJSON.Feature[] }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let canvas: MapCanvas | undefined;
    let isGone = false;
    const start = async () => {
      const world = await loadWorld();
      if (isGone) return;
      canvas = new MapCanvas(container.current!, world, theme.peek(), undefined, {
        onHover: () => undefined,
        onPick: () => undefined,
        onMove: () => undefined,
        onError: ({ message }) => notifyError(new Error(t.map.failed(message))),
      });
      globalThis.meridianMap = canvas.map;
      await canvas.ready();
      if (isGone) return;
      showPreview(canvas.map, features);
      const boxes = features.flatMap(({ geometry }) => (geometry ? [boxOf(geometry as Geometry)] : []));
      const known = boxes.filter((box) => box !== undefined);
      if (known.length > 0)
        canvas.fit([
          known.reduce((least, [west]) => Math.min(least, west), 180),
          known.reduce((least, [, south]) => Math.min(least, south), 90),
          known.reduce((most, [, , east]) => Math.max(most, east), -180),
          known.reduce((most, [, , , north]) => Math.max(most, north), -90),
        ]);
    };
    start().catch(notifyError);
    return () => {
      isGone = true;
      canvas?.remove();
      globalThis.meridianMap = undefined;
    };
  }, [features]);
  return <div class="preview-map" ref={container} />;
}
