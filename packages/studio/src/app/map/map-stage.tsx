import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { theme } from '../theme.ts';
import { tellError } from '../ui/notices.tsx';
import { loadWorld } from './base-map.ts';
import { MapCanvas, type Pointed } from './canvas.ts';
import { showDensity } from './density.ts';
import { HoverCard } from './hover-card.tsx';
import { contentVersions, mapDocument, picked } from './state.ts';

type Props = {
  /** Called once the map can be drawn upon. */
  onReady: (canvas: MapCanvas) => void;
  onMoved: () => void;
};

/** For those who look at the map from outside the page, as tests do: MapLibre's own object. */
declare global {
  var meridianMap: MapCanvas['map'] | undefined;
}

/** The map, kept in step with the document. */
export function MapStage({ onReady, onMoved }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Pointed>();
  useEffect(() => {
    const endings: (() => void)[] = [];
    let isGone = false;
    const start = async () => {
      const world = await loadWorld();
      if (isGone) return;
      const canvas = new MapCanvas(container.current!, world, theme.peek(), mapDocument.peek().position, {
        onHover: setHovered,
        onPick: (found) => {
          picked.value = found;
        },
        onMove: (position) => {
          mapDocument.value = { ...mapDocument.peek(), position };
          onMoved();
        },
        onError: (message) => tellError(new Error(t.map.failed(message))),
      });
      endings.push(() => canvas.remove());
      globalThis.meridianMap = canvas.map;
      await canvas.ready();
      if (isGone) return;
      let shown: unknown;
      let versions: unknown;
      endings.push(
        effect(() => {
          const { layers } = mapDocument.value;
          if (layers === shown && contentVersions.value === versions) return;
          shown = layers;
          versions = contentVersions.value;
          canvas.setLayers(layers, contentVersions.value);
        }),
        effect(() => canvas.setTheme(theme.value)),
        effect(() => canvas.select(picked.value ? [picked.value] : [])),
        showDensity(canvas),
      );
      onReady(canvas);
    };
    start().catch(tellError);
    return () => {
      isGone = true;
      globalThis.meridianMap = undefined;
      for (const end of endings.reverse()) end();
    };
  }, []);
  return (
    <div class="stage">
      <div class="canvas" ref={container} />
      {hovered && <HoverCard pointed={hovered} />}
    </div>
  );
}
