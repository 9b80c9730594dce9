import { newLayer } from '../../map-style/document.ts';
import { plain } from '../../world/find-places.ts';
import { COORDINATES_ZOOM, findCoordinates, writeCoordinates } from '../map/coordinates.ts';
import { findFeatures, MAX_FOUND } from '../map/find-features.ts';
import { middleOf } from '../map/middle.ts';
import { describePlace, findPlaces } from '../map/places.ts';
import { mapDocument, wantedView } from '../map/state.ts';
import { spaceTitle, titleOf } from '../map/titles.ts';
import { go, type Route, route } from '../route.ts';
import { spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import type { IconName } from '../ui/icon.tsx';
import { notifyError } from '../ui/notices.tsx';
import { allCommands } from './commands.ts';
import { written } from './shortcuts.dialog.tsx';

export type Entry = {
  key: string;
  kind: keyof typeof t.commands.kinds;
  label: string;
  note: string;
  icon: IconName;
  run: () => void;
};

/** `isFailed`: something could not be searched. */
export type Found = { entries: Entry[]; isFailed: boolean };

const MAX_SPACES_SEARCHED = 6;

/** What is known without asking: commands and spaces. */
export function findKnown(text: string): Entry[] {
  const commands = allCommands()
    .filter(({ label }) => matches(label, text))
    .map(
      ({ kind, label, icon, keys, run }): Entry => ({
        key: `${kind} ${label}`,
        kind,
        label,
        icon,
        run,
        note: keys === undefined ? t.commands.kinds[kind] : written(keys),
      }),
    );
  const positions = findCoordinates(text).map(
    (at): Entry => ({
      key: `position ${at.join()}`,
      kind: 'place',
      label: writeCoordinates(at),
      note: t.find.coordinates,
      icon: 'target',
      run: () => showOnMap({ at, zoom: COORDINATES_ZOOM }),
    }),
  );
  const named = (spaces.value ?? []).filter(({ id, title }) => matches(title, text) || id === text);
  return [
    ...positions,
    ...commands,
    ...named.slice(0, MAX_FOUND).map(
      ({ id, title }): Entry => ({
        key: `space ${id}`,
        kind: 'space',
        label: title.slice(0, 80),
        note: t.commands.kinds.space,
        icon: 'layers',
        run: () => go(withSpace(id)),
      }),
    ),
  ];
}

/** Features of the layers of the map, or else of the spaces that were changed last; and countries and places. */
export async function findMore(text: string, signal: AbortSignal): Promise<Found> {
  const onMap = mapDocument.value.layers.map(({ space }) => space);
  const latest = (spaces.value ?? []).map(({ id }) => id);
  const searched = (onMap.length > 0 ? onMap : latest).slice(0, MAX_SPACES_SEARCHED);
  let isFailed = false;
  const orNone = (found: Promise<Entry[]>) =>
    found.catch((error: unknown): Entry[] => {
      if (!signal.aborted) notifyError(error);
      isFailed = true;
      return [];
    });
  const [places, ...features] = await Promise.all([
    orNone(placesCalled(text)),
    ...searched.map((space) => orNone(featuresOf(space, text, signal))),
  ]);
  return { entries: [...features.flat().slice(0, MAX_FOUND), ...places], isFailed };
}

async function featuresOf(space: string, text: string, signal: AbortSignal): Promise<Entry[]> {
  const features = await findFeatures(newLayer(space, 0), text, signal);
  return features.map((feature) => ({
    key: `feature ${space} ${feature.id}`,
    kind: 'feature',
    label: titleOf(space, feature, 80),
    note: spaceTitle(space),
    icon: 'point',
    run: () => {
      const middle = feature.geometry && middleOf(feature.geometry);
      showOnMap({ feature: { space, id: feature.id }, ...(middle ? { at: middle, zoom: 8 } : {}) });
    },
  }));
}

async function placesCalled(text: string): Promise<Entry[]> {
  const places = await findPlaces(text, MAX_FOUND);
  return places.map((place, index) => ({
    key: `place ${index} ${place.name}`,
    kind: 'place',
    label: place.name,
    note: describePlace(place),
    icon: 'globe',
    run: () => showOnMap({ at: place.at, zoom: place.zoom }),
  }));
}

function showOnMap(view: NonNullable<(typeof wantedView)['value']>): void {
  wantedView.value = view;
  if (route.value.screen !== 'map')
    go({ screen: 'map', ...(view.feature ? { space: view.feature.space } : {}) });
}

/** The map that is open, with this space, too; elsewhere the space alone. */
function withSpace(space: string): Route {
  const here = route.value;
  if (here.screen !== 'map' || here.space !== undefined) return { screen: 'map', space };
  return { screen: 'map', ...(here.project ? { project: here.project } : {}), add: space };
}

/** Each word begins a word of the name; case and accents do not matter. */
export function matches(name: string, text: string): boolean {
  const words = plain(name).split(/[^\p{L}\p{N}]+/u);
  return plain(text)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}
