import { plural } from './plural.ts';

/** What the studio says about measuring. */
export const measureStrings = {
  title: 'Measure',
  tool: 'Measure length and area',
  start: 'Click the vertices of what you want to measure.',
  keys: 'Click the last vertex (or Enter) to end, the first one (or C) to close. Space adds the middle of the map, Backspace removes the last vertex.',
  length: 'Length',
  perimeter: 'Perimeter',
  area: 'Area',
  again: 'Start again',
};

/** What it says about the features in view. */
export const figureStrings = {
  tool: 'Statistics of the view',
  counting: 'Counting…',
  inView: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'feature', other: 'features' })} in view`,
  property: 'Property',
};
