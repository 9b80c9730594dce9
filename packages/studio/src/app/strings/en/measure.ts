/** What the studio says about measuring. */
export const measureStrings = {
  title: 'Measure',
  tool: 'Measure length and area',
  start: 'Click the vertices of what you want to measure.',
  keys: 'Click the last vertex (or Enter) to end, the first one (or C) to close. Space takes the middle of the map, Backspace the last vertex back.',
  length: 'Length',
  perimeter: 'Perimeter',
  area: 'Area',
  again: 'Start again',
};
