import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../strings.ts';
import { theme } from '../theme.ts';
import { notifyError } from '../ui/notices.tsx';
import { MapCanvas } from './canvas.ts';

/** A map in part of a page that only shows something; drawn again when `shown` is another. The element it is drawn in. */
export function useSmallMap<Shown>(
  shown: Shown,
  draw: (canvas: MapCanvas, shown: Shown) => void,
): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let canvas: MapCanvas | undefined;
    let isGone = false;
    // A dialog may be above another map.
    const below = globalThis.meridianMap;
    const start = async () => {
      canvas = new MapCanvas(container.current!, undefined, theme.peek(), undefined, {
        onHover: () => undefined,
        onPick: () => undefined,
        onMove: () => undefined,
        onError: ({ message }) => notifyError(new Error(t.map.failed(message))),
      });
      globalThis.meridianMap = canvas.map;
      await canvas.ready();
      if (!isGone) draw(canvas, shown);
    };
    start().catch(notifyError);
    return () => {
      isGone = true;
      canvas?.remove();
      globalThis.meridianMap = below;
    };
  }, [shown, draw]);
  return container;
}
