import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../theme.ts';
import { notifyError } from '../ui/notices.tsx';
import { MapCanvas } from './canvas.ts';
import { MapStateNotice, useMapState } from './map-state.tsx';
import { isPassing, loadingError } from './tile-retry.ts';

type Props<Shown> = {
  shown: Shown;
  draw: (canvas: MapCanvas, shown: Shown) => void;
  label: string;
};

/** A map in part of a page that only shows something; drawn again when `shown` is another. */
export function SmallMap<Shown>({ shown, draw, label }: Props<Shown>) {
  const container = useRef<HTMLDivElement>(null);
  const [state, follow] = useMapState();
  useEffect(() => {
    const endings: (() => void)[] = [];
    let isGone = false;
    // A dialog may be above another map.
    const below = globalThis.meridianMap;
    const start = async () => {
      const canvas = new MapCanvas(container.current!, undefined, theme.peek(), undefined, {
        onHover: () => undefined,
        onPick: () => undefined,
        onMove: () => undefined,
        onError: (error) => isPassing(error) || notifyError(loadingError(error)),
      });
      endings.push(() => canvas.remove(), follow(canvas.map));
      globalThis.meridianMap = canvas.map;
      await canvas.ready();
      if (!isGone) draw(canvas, shown);
    };
    start().catch(notifyError);
    return () => {
      isGone = true;
      for (const end of endings.reverse()) end();
      globalThis.meridianMap = below;
    };
  }, [shown, draw]);
  return (
    <section class="preview-map" aria-label={label}>
      <div class="canvas" ref={container} />
      <MapStateNotice {...state} />
    </section>
  );
}
