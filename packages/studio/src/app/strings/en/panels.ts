import { plural } from './plural.ts';

/** What the panels over the map say, by their names in `map/panels.ts`; `tool` is what their button and their command are called. */
export const panelStrings = {
  /** About measuring. */
  measure: {
    title: 'Measure',
    tool: 'Measure length and area',
    start: 'Click the vertices of what you want to measure.',
    keys: 'Click the last vertex (or Enter) to end, the first one (or C) to close. Space adds the middle of the map, Backspace removes the last vertex.',
    length: 'Length',
    perimeter: 'Perimeter',
    area: 'Area',
    again: 'Start again',
  },
  /** About the features in view. */
  figures: {
    tool: 'Statistics of the view',
    counting: 'Counting…',
    inView: (count: number, shown: string) =>
      `${shown} ${plural(count, { one: 'feature', other: 'features' })} in view`,
    property: 'Property',
  },
};
