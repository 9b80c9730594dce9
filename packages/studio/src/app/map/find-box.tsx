import type { Feature } from '@meridian/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MapLayer } from '../../map-style/document.ts';
import type { FoundPlace } from '../../world/find-places.ts';
import { spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { shortText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { notifyError } from '../ui/notices.tsx';
import type { MapCanvas } from './canvas.ts';
import { COORDINATES_ZOOM, findCoordinates, writeCoordinates } from './coordinates.ts';
import { findFeatures } from './find-features.ts';
import { middleOf } from './middle.ts';
import { describePlace, findPlaces } from './places.ts';
import { mapDocument, picked } from './state.ts';
import { spaceTitle, titleOf } from './titles.ts';

const PAUSE_MS = 250;
const MAX_LAYERS = 6;
const MAX_SPACES = 4;
const MAX_PLACES = 5;
/** So near is a feature shown that was found. */
const LEAST_ZOOM = 8;

type Found = {
  text: string;
  features: { space: string; feature: Feature }[];
  places: FoundPlace[];
  isFailed: boolean;
};

type Props = { canvas: MapCanvas; onAdd?: (space: string) => void };

/** Finds features of the layers by words in any property, spaces by their title, and places of the world by name or coordinates. */
export function FindBox({ canvas, onAdd }: Props) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>();
  const input = useRef<HTMLInputElement>(null);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === '') return setFound(undefined);
    const running = new AbortController();
    const paused = setTimeout(() => void find(wanted, running.signal).then(setFound), PAUSE_MS);
    return () => {
      clearTimeout(paused);
      running.abort();
    };
  }, [wanted]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFree = document.activeElement === document.body || document.activeElement?.id === 'main';
      if (event.key !== '/' || !isFree) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const onMap = new Set(mapDocument.value.layers.map(({ space }) => space));
  const positions = findCoordinates(wanted);
  const sought = positions[0]?.join() ?? '';
  useEffect(() => () => canvas.mark(undefined), [canvas, sought]);
  const others = !onAdd || wanted === '' ? [] : spacesCalled(wanted, onMap);
  const count =
    positions.length + (found?.features.length ?? 0) + (found?.places.length ?? 0) + others.length;
  const choose = (space: string, { id, geometry }: Feature) => {
    picked.value = { space, id };
    const middle = geometry && middleOf(geometry);
    if (middle) canvas.goTo(middle, LEAST_ZOOM);
  };
  return (
    <search class="find">
      <div class="find-input">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label={t.find.label}
          placeholder={t.find.hint}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText('');
            // The features of another text may still be listed.
            else if (event.key === 'Enter' && (positions.length > 0 || found?.text === wanted))
              event.currentTarget.closest('search')?.querySelector<HTMLElement>('li button')?.click();
          }}
        />
      </div>
      {wanted !== '' && (
        <div class="find-results">
          <p class="hint" role="status">
            {found?.text !== wanted
              ? t.find.looking
              : found.isFailed
                ? t.find.failed
                : count === 0
                  ? t.find.none
                  : t.find.found(count)}
          </p>
          <ul>
            {positions.map((position) => (
              <li key={`position ${position.join()}`}>
                <button
                  type="button"
                  onClick={() => {
                    canvas.goTo(position, COORDINATES_ZOOM);
                    canvas.mark(position);
                  }}
                >
                  <span>{writeCoordinates(position)}</span>
                  <span class="muted">{t.find.coordinates}</span>
                </button>
              </li>
            ))}
            {found?.features.map(({ space, feature }) => (
              <li key={`${space} ${feature.id}`}>
                <button type="button" onClick={() => choose(space, feature)}>
                  <span>{titleOf(space, feature, 60)}</span>
                  <span class="muted">{spaceTitle(space)}</span>
                </button>
              </li>
            ))}
            {others.map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => {
                    onAdd!(id);
                    setText('');
                  }}
                >
                  <span>{shortText(title, 60)}</span>
                  <span class="muted">{t.find.addSpace}</span>
                </button>
              </li>
            ))}
            {found?.places.map((place, index) => (
              <li key={`place ${index} ${place.name}`}>
                <button type="button" onClick={() => canvas.goTo(place.at, place.zoom)}>
                  <span>{place.name}</span>
                  <span class="muted">{describePlace(place)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}

/** Looks in the layers that are shown, the uppermost first. */
async function find(text: string, signal: AbortSignal): Promise<Found> {
  const layers = mapDocument.value.layers.filter(({ isVisible }) => isVisible).slice(0, MAX_LAYERS);
  let isFailed = false;
  const orNone = <Item,>(list: Promise<Item[]>) =>
    list.catch((error: unknown): Item[] => {
      if (!signal.aborted) notifyError(error);
      isFailed = true;
      return [];
    });
  const [places, ...lists] = await Promise.all([
    orNone(findPlaces(text, MAX_PLACES)),
    ...layers.map((layer) => orNone(featuresOf(layer, text, signal))),
  ]);
  return { text, features: lists.flat(), places, isFailed };
}

async function featuresOf(layer: MapLayer, text: string, signal: AbortSignal): Promise<Found['features']> {
  const features = await findFeatures(layer, text, signal);
  return features.map((feature) => ({ space: layer.space, feature }));
}

function spacesCalled(text: string, without: ReadonlySet<string>): { id: string; title: string }[] {
  const wanted = text.toLowerCase();
  return (spaces.value ?? [])
    .filter(({ id, title }) => !without.has(id) && title.toLowerCase().includes(wanted))
    .slice(0, MAX_SPACES);
}
