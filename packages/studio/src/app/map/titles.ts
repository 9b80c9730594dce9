import type { Space } from '@meridian/client';
import { spaceById } from '../spaces/catalogue.ts';
import { formatValue } from '../ui/format.ts';
import { layerStatistics } from './state.ts';
import { usualTitleProperty } from './usual-title.ts';
import { valueAt } from './value-at.ts';

/** The property that was chosen as the title of the features of a space. */
export function chosenTitle(space: Space | undefined): string | undefined {
  const { studio } = Object(space?.client) as { studio?: unknown };
  const { titleProperty } = Object(studio) as { titleProperty?: unknown };
  return typeof titleProperty === 'string' && titleProperty !== '' ? titleProperty : undefined;
}

/** The property that is shown as the title of features: the chosen one, or one that is usually called so. */
export function titleProperty(space: string): string | undefined {
  const chosen = chosenTitle(spaceById.value.get(space));
  if (chosen !== undefined) return chosen;
  const known = layerStatistics.value.get(space)?.properties.value ?? [];
  const texts = known.filter(({ datatype }) => datatype === 'string').map(({ key }) => key);
  return usualTitleProperty(texts);
}

/** What a feature is called: the value of the title property, or else its id. */
export function titleOf(
  space: string,
  { id, properties }: { id: string; properties: object },
  longest = 80,
): string {
  const property = titleProperty(space);
  const value = property === undefined ? undefined : valueAt(properties, property);
  const isTitle = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
  return formatValue(isTitle ? value : id, longest);
}

export function spaceTitle(space: string, longest = 60): string {
  return (spaceById.value.get(space)?.title ?? space).slice(0, longest);
}
