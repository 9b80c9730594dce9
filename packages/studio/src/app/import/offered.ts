import { signal } from '@preact/signals';
import { go, type Route } from '../route.ts';

type MapRoute = Extract<Route, { screen: 'map' }>;

/** Files that were dropped and wait to be looked at, one after the other. */
export const offered = signal<readonly File[]>([]);

/** The map that files were dropped on: it is shown again once they are imported. */
let droppedOn: MapRoute | undefined;

/** Opens the screen that shows files before they are imported; those that were dropped before come first. */
export function openImport(files: readonly File[], onMap?: MapRoute): void {
  offered.value = [...offered.value, ...files];
  droppedOn = onMap;
  go({ screen: 'import' });
}

/** Back to the map that the file was dropped on, with the space that it is in now. */
export function returnToMap(space: string): void {
  if (droppedOn && offered.value.length === 0) go({ ...droppedOn, add: space });
}

export function forgetMap(): void {
  droppedOn = undefined;
}
