import type { Geometry } from '@meridian/client';
import { useEffect, useRef } from 'preact/hooks';
import { loadWorld } from '../map/base-map.ts';
import { MapCanvas } from '../map/canvas.ts';
import { boxOf } from '../map/middle.ts';
import { t } from '../strings.ts';
import { theme } from '../theme.ts';
import { notifyError } from '../ui/notices.tsx';
import { showDifference } from './difference-layers.ts';
import type { ChangedFeature } from './space-versions.ts';

const MAX_ZOOM = 14;

/** Where features were and where they are. */
export function DifferenceMap({ features }: { features: readonly ChangedFeature[] }) {
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
      const before = features.flatMap((changed) => changed.before?.geometry ?? []);
      const after = features.flatMap((changed) => changed.after?.geometry ?? []);
      showDifference(canvas.map, { before, after });
      const box = boxOf({ type: 'GeometryCollection', geometries: [...before, ...after] as Geometry[] });
      if (box) canvas.fit(box, MAX_ZOOM);
    };
    start().catch(notifyError);
    return () => {
      isGone = true;
      canvas?.remove();
      globalThis.meridianMap = undefined;
    };
  }, [features]);
  return (
    <section class="preview-map" aria-label={t.history.map}>
      <div class="canvas" ref={container} />
    </section>
  );
}
