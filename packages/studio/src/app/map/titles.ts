import type { Space } from '@meridian/client';
import { titleOfSpace } from '../../map-style/document.ts';
import { spaceById } from '../spaces/catalogue.ts';
import { formatValue, shortText } from '../ui/format.ts';
import { layerStatistics } from './state.ts';
import { usualTitleProperty } from './usual-title.ts';
import { valueAt } from './value-at.ts';

/** The property that was chosen as the title of the features of a space. */
export function chosenTitle(space: Space | undefined): string | undefined {
  return titleOfSpace(space?.client);
}

/** That of the properties of a space which is its title where none is chosen. */
export function guessedTitle(properties: readonly { key: string; datatype?: string }[]): string | undefined {
  return usualTitleProperty(properties.filter(({ datatype }) => datatype === 'string').map(({ key }) => key));
}

/** The property that is shown as the title of features: the chosen one, or one that is usually called so. */
export function titleProperty(space: string): string | undefined {
  return (
    chosenTitle(spaceById.value.get(space)) ??
    guessedTitle(layerStatistics.value.get(space)?.properties.value ?? [])
  );
}

/** What a feature is called: the value of the title property, or else its id. */
export function titleOf(
  space: string,
  { id, properties }: { id: string; properties: object },
  longest = 80,
): string {
  // Where the properties of the space are not known, those of the feature are.
  const property = titleProperty(space) ?? guessedTitle(asProperties(properties));
  const value = property === undefined ? undefined : valueAt(properties, property);
  const isTitle = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
  return formatValue(isTitle ? value : id, longest);
}

function asProperties(properties: object): { key: string; datatype: string }[] {
  return Object.entries(properties).map(([key, value]) => ({ key, datatype: typeof value }));
}

export function spaceTitle(space: string, longest = 60): string {
  return shortText(spaceById.value.get(space)?.title ?? space, longest);
}
