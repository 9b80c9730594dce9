import { computed, effect, untracked } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { themedLayer } from '../../map-style/themed-layer.ts';
import { renewedSessions } from '../sign-in/sign-in-again.ts';
import { t } from '../strings.ts';
import { theme } from '../theme.ts';
import { describe, notifyError } from '../ui/notices.tsx';
import { brush } from './brush.ts';
import { MapCanvas, type Pointed, type PointedCell } from './canvas.ts';
import { translateControls } from './control-texts.ts';
import { countedLimits, followTime } from './counted-time.ts';
import { showDensity } from './density.ts';
import { HoverCard } from './hover-card.tsx';
import { MapStateNotice, useMapState } from './map-state.tsx';
import { loadStyle, type OwnStyle } from './own-style.ts';
import { contentChanged, contentVersions, isDarkGround, mapDocument, picked } from './state.ts';
import { isPassing, loadingError } from './tile-retry.ts';
import { TimeBar } from './time-bar.tsx';
import { timeLimits } from './time-window.ts';

type Props = {
  /** Called once the map can be drawn upon, and without it when it is removed. */
  onReady: (canvas: MapCanvas | undefined) => void;
};

/** For those who look at the map from outside the page, as tests do: MapLibre's own object. */
declare global {
  var meridianMap: MapCanvas['map'] | undefined;
}

/** Undefined where it can't be had: a map without its own base map is better than none. */
async function ownGround(url: string): Promise<OwnStyle | undefined> {
  try {
    return await loadStyle(url);
  } catch (error) {
    notifyError(new Error(t.base.instead(describe(error))));
    return undefined;
  }
}

/** The map, synchronized with the document. */
export function MapStage({ onReady }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Pointed | PointedCell>();
  const [state, follow] = useMapState();
  const { base } = mapDocument.value;
  useEffect(() => {
    const endings: (() => void)[] = [];
    let isGone = false;
    const start = async () => {
      const ground = base === undefined ? undefined : await ownGround(base);
      if (isGone) return;
      const canvas = new MapCanvas(container.current!, ground, theme.peek(), mapDocument.peek().position, {
        onHover: setHovered,
        onPick: (found) => {
          picked.value = found;
        },
        onMove: (position) => {
          mapDocument.value = { ...mapDocument.peek(), position };
        },
        onError: (error) => isPassing(error) || notifyError(loadingError(error)),
      });
      endings.push(() => canvas.remove(), follow(canvas.map), translateControls(canvas.map.getContainer()));
      globalThis.meridianMap = canvas.map;
      await canvas.ready();
      if (isGone) return;
      const renewals = renewedSessions.peek();
      const shown = computed(() => mapDocument.value.layers);
      // Tiles have the property that is brushed; which of its numbers are chosen changes with every move of the pointer.
      const brushed = computed(() => brush.value && `${brush.value.space} ${brush.value.property}`);
      const isGlobe = computed(() => mapDocument.value.isGlobe === true);
      endings.push(
        effect(() => canvas.setTheme(theme.value)),
        effect(() => canvas.setGlobe(isGlobe.value)),
        effect(() => {
          const layers = shown.value.map((layer) => themedLayer(layer, isDarkGround.value));
          const versions = contentVersions.value;
          const limits = countedLimits.value;
          const chosen = brushed.value === undefined ? undefined : brush.peek();
          canvas.setLayers(layers, (space) => ({
            version: versions.get(space) ?? 0,
            brush: chosen?.space === space ? chosen : undefined,
            limits: limits.get(space),
          }));
        }),
        effect(() => canvas.setBrush(brush.value)),
        effect(() => canvas.setTime(timeLimits.value)),
        followTime(canvas.map),
        // Tiles that were refused meanwhile are requested again.
        effect(() => {
          if (renewedSessions.value === renewals) return;
          untracked(() => contentChanged(...mapDocument.value.layers.map(({ space }) => space)));
        }),
        effect(() => canvas.select(picked.value ? [picked.value] : [])),
        showDensity(canvas),
      );
      onReady(canvas);
    };
    start().catch(notifyError);
    return () => {
      isGone = true;
      globalThis.meridianMap = undefined;
      onReady(undefined);
      for (const end of endings.reverse()) end();
    };
  }, [base]);
  return (
    <div class="stage">
      <div class="canvas" ref={container} />
      {hovered && <HoverCard pointed={hovered} />}
      <TimeBar />
      <MapStateNotice {...state} />
    </div>
  );
}
