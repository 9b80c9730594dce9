import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { TileRetry } from './tile-retry.ts';

/** What takes no longer needs no notice, which would take some of the time itself. */
const UNNOTICED_MS = 1000;

/** Whether a map has all that it shows. */
export type MapState = { isBusy: boolean; isRetrying: boolean };

/** The state of a map, once it is followed; what that returns ends it. */
export function useMapState(): [state: MapState, follow: (map: MapLibre) => () => void] {
  const [isBusy, setBusy] = useState(false);
  const [isRetrying, setRetrying] = useState(false);
  const late = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const begin = () => {
    late.current ??= setTimeout(() => setBusy(true), UNNOTICED_MS);
  };
  const end = () => {
    clearTimeout(late.current);
    late.current = undefined;
    setBusy(false);
  };
  useEffect(() => {
    begin();
    return () => clearTimeout(late.current);
  }, []);
  const follow = (map: MapLibre) => {
    const retry = new TileRetry(map, setRetrying);
    map.on('dataloading', begin);
    map.on('idle', end);
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
