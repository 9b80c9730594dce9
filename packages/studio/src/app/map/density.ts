import { effect } from '@preact/signals';
import { isOfCells } from '../../map-style/document.ts';
import { call } from '../api/call.ts';
import { notifyError } from '../ui/notices.tsx';
import type { MapCanvas } from './canvas.ts';
import { type Cell, cellsOf, rangeOf } from './cells.ts';
import { countedLimits, countsRunning } from './counted-time.ts';
import { hexbinRequest } from './requests.ts';
import { cellRanges, contentVersions, isDarkGround, mapDocument } from './state.ts';

/** The resolution of hexagons that is easy on the eye, by zoom. */
const RESOLUTIONS = [1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10, 11, 11, 12, 12, 13];

/** Keeps the layers that count their features in step with what the map shows; called again to end it. */
export function showDensity(canvas: MapCanvas): () => void {
  let running: AbortController | undefined;
  return effect(() => {
    const { layers } = mapDocument.value;
    const counted = layers.filter(({ style, isVisible }) => isVisible && isOfCells(style.view));
    void contentVersions.value;
    void isDarkGround.value;
    const limits = countedLimits.value;
    running?.abort();
    if (counted.length === 0) return;
    running = new AbortController();
    const { signal } = running;
    const zoom = Math.floor(canvas.map.getZoom());
    for (const layer of counted) {
      const finer = layer.style.view === 'heat' ? 2 : 0;
      const resolution = Math.min(15, RESOLUTIONS[zoom]! + finer);
      const request = hexbinRequest(layer, canvas.bounds, resolution, limits.get(layer.space));
      countsRunning.value = countsRunning.peek() + 1;
      call<{ features: Cell[] }>(request, signal)
        .then(({ features }) => {
          if (signal.aborted) return;
          const cells = cellsOf(features, layer.style);
          const range = rangeOf(cells);
          cellRanges.value = new Map(cellRanges.peek()).set(layer.space, range);
          canvas.setCells(layer, cells, range);
        }, notifyError)
        .finally(() => {
          countsRunning.value -= 1;
        });
    }
  });
}
