import type { Map as MapLibre } from 'maplibre-gl';
import { useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { TileRetry } from './tile-retry.ts';

/** Whether a map has all that it shows. */
export type MapState = { isBusy: boolean; isRetrying: boolean };

/** The state of a map, once it is followed; what that returns ends it. */
export function useMapState(): [state: MapState, follow: (map: MapLibre) => () => void] {
  const [isBusy, setBusy] = useState(true);
  const [isRetrying, setRetrying] = useState(false);
  const follow = (map: MapLibre) => {
    const retry = new TileRetry(map, setRetrying);
    map.on('dataloading', () => setBusy(true));
    map.on('idle', () => setBusy(false));
    return () => retry.end();
  };
  return [{ isBusy, isRetrying }, follow];
}

/** What a map says while it has not all yet. */
export function MapStateNotice({ isBusy, isRetrying }: MapState) {
  return (
    <>
      {isBusy && <div class="map-busy" aria-hidden="true" />}
      <div class="map-retry" role="status">
        {isRetrying && <p>{t.map.retrying}</p>}
      </div>
    </>
  );
}
