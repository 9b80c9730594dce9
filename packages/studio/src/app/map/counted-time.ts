import { effect, signal } from '@preact/signals';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Limits } from '../../map-style/time.ts';
import { layerOf } from './state.ts';
import { timeLimits } from './time-window.ts';

/** The limits of time of layers whose features the hub counts, by space. */
export const countedLimits = signal<ReadonlyMap<string, Limits>>(new Map());
/** How many requests for counts are under way. */
export const countsRunning = signal(0);

const PAUSE_MS = 250;

/**
 * Lets what the hub counts follow the time slider, as often as it can: what is asked for is shown before more is. Called
 * again to end it.
 */
export function followTime(map: MapLibre): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    timer = undefined;
    if (countsRunning.peek() > 0 || !map.areTilesLoaded()) return wait();
    countedLimits.value = limitsOfCounted();
  };
  const wait = () => {
    timer ??= setTimeout(follow, PAUSE_MS);
  };
  const end = effect(() => {
    void timeLimits.value;
    if (limitsOfCounted().size > 0 || countedLimits.peek().size > 0) wait();
  });
  return () => {
    end();
    clearTimeout(timer);
    countedLimits.value = new Map();
  };
}

function limitsOfCounted(): ReadonlyMap<string, Limits> {
  const counted = [...timeLimits.peek()].filter(([space]) => {
    const layer = layerOf(space);
    return layer !== undefined && layer.style.view !== 'features';
  });
  return new Map(counted);
}
