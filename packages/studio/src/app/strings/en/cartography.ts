import type { CellMeasure } from '../../../map-style/document.ts';
import type { Hover } from '../../../map-style/popup.ts';
import type { SignName } from '../../../map-style/signs.ts';

/** What features are called by. */
export const titleStrings = {
  label: 'Name features by',
  hint: 'The property whose values stand for features on maps, in tables and in search results.',
  guessed: (property: string | undefined) =>
    property === undefined ? 'Automatic: the id' : `Automatic: ${property}`,
};

/** What a feature says of itself, on the map and in its card. */
export const popupStrings = {
  title: 'Popup',
  shown: 'Properties shown',
  all: 'All',
  chosen: 'Chosen ones',
  text: 'Text',
  textHint: '{name} stands for the value of the property name.',
  labelOf: (property: string) => `Label of ${property}`,
  up: (property: string) => `Move ${property} up`,
  down: (property: string) => `Move ${property} down`,
  remove: (property: string) => `Leave out ${property}`,
  add: 'Property to show',
  addButton: 'Show',
  hover: 'Below the pointer',
  hovers: { card: 'Title, text and properties', title: 'The title only', none: 'Nothing' } satisfies Record<
    Hover | 'card',
    string
  >,
  everything: 'Show all properties',
  asDesigned: 'Show the popup',
};

/** The time slider. */
export const timeStrings = {
  title: 'Time',
  field: 'Time slider by',
  from: 'Shown from',
  to: 'Shown until',
  range: (from: string, to: string) => `${from} – ${to}`,
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  times: (factor: number) => `${factor} ×`,
  all: 'Show all times',
  none: (property: string) => `${property} has no times, or only one.`,
};

/** What hexagons show. */
export const cellStrings = {
  by: 'Hexagons show',
  count: 'Number of features',
  measure: 'As',
  names: { sum: 'Sum', mean: 'Mean', min: 'Lowest', max: 'Highest' } satisfies Record<CellMeasure, string>,
  measures: {
    sum: (property: string) => `Sum of ${property}`,
    mean: (property: string) => `Mean of ${property}`,
    min: (property: string) => `Lowest ${property}`,
    max: (property: string) => `Highest ${property}`,
  } satisfies Record<CellMeasure, (property: string) => string>,
  perCell: (measure: string) => `${measure} per hexagon`,
};

/** Signs on points. */
export const signStrings = {
  label: 'Sign on points',
  none: 'None',
  asAll: 'As set above',
  byCategory: 'Signs of categories',
  of: (category: string) => `Sign of ${category}`,
  names: {
    pin: 'Pin',
    star: 'Star',
    flag: 'Flag',
    house: 'House',
    school: 'School',
    cross: 'Cross',
    tree: 'Tree',
    water: 'Water',
    fire: 'Fire',
    bus: 'Bus',
    food: 'Food',
    bed: 'Bed',
  } satisfies Record<SignName, string>,
};

/** Groups of layers. */
export const groupStrings = {
  field: 'Group',
  hint: 'Layers with the same group are listed, hidden and shown together.',
  hide: (name: string) => `Hide the group ${name}`,
  show: (name: string) => `Show the group ${name}`,
};

export const categoryStrings = {
  title: 'Categories and their colours',
  colorOf: (name: string) => `Colour of ${name}`,
  raise: (name: string) => `Move ${name} up`,
  remove: (name: string) => `Leave out the category ${name}`,
  add: 'Category to add',
  addButton: 'Add the category',
  known: (name: string) => `${name} is a category already.`,
};
