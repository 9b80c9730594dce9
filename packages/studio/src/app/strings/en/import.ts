import { plural } from './plural.ts';

/** What the page for importing files says. */
export const importStrings = {
  lead: 'From a file on your computer. The browser reads it and sends it to the hub in chunks.',
  drop: 'Drop a file here',
  choose: 'Choose files',
  formats: (names: string) => `${names}; also compressed`,
  reading: 'Reading the file…',
  unreadable: 'The file could not be read.',
  deaf: 'Reading the file was aborted: it seems to be damaged. Features sent before that are in the space.',
  preview: (count: number, shown: string, isAll: boolean) =>
    isAll
      ? `${shown} ${plural(count, { one: 'feature', other: 'features' })} in it`
      : `The first ${shown} features`,
  refusedFew: (count: string) => `${count} invalid`,
  map: 'Where the features are',
  target: 'Into',
  newSpace: 'A new space',
  title: 'Title of the space',
  tags: 'Tags for all features',
  tagsHint: 'Separated by commas; optional.',
  columns: 'Columns',
  lon: 'Longitude',
  lat: 'Latitude',
  geometry: 'Geometry',
  detected: (column: string) => `Detected: ${column}`,
  noColumn: 'None',
  rows: (count: number, shown: string, isAll: boolean) =>
    isAll ? `${shown} ${plural(count, { one: 'row', other: 'rows' })} in it` : `The first ${shown} rows`,
  noCoordinates:
    'No column looks like coordinates. Choose the columns of longitude and latitude, or the one with geometries, below.',
  crs: 'System of coordinates',
  crsHint:
    'As the file says, or longitude and latitude (WGS 84). If it is another one, name it, such as EPSG:25832.',
  converted: (system: string) => `In the file: ${system}. Converted to longitude and latitude (WGS 84).`,
  withoutGeometry: 'Import rows without a geometry',
  layer: 'Layer',
  layersFound: (count: number) => `The file has ${count} layers.`,
  layersApart: 'All, each in a space of its own',
  layersTogether: 'All, in this space',
  layerTitle: (title: string, layer: string) => `${title}: ${layer}`,
  id: 'Property with the id',
  noId: 'Ids from the file, or generated',
  start: 'Import',
  stop: 'Stop',
  another: 'Import another file',
  waiting: (count: number, next: string) =>
    count === 1 ? `${next} is next.` : `${next} is next, ${count - 1} more wait.`,
  next: 'Next file',
  skip: 'Skip this file',
  progress: (sent: string, share: number) => `${sent} features sent · ${share} %`,
  done: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'feature is', other: 'features are' })} in the space.`,
  stopped: (count: number, shown: string) =>
    `Stopped. ${shown} ${plural(count, { one: 'feature is', other: 'features are' })} in the space.`,
  failed: (count: number, shown: string) =>
    `Failed. ${shown} ${plural(count, { one: 'feature is', other: 'features are' })} in the space.`,
  goOn: 'Continue the import',
  paused: 'Paused.',
  pause: 'Pause',
  resume: 'Continue',
  refused: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'was', other: 'were' })} refused`,
  guessed: 'Not said by the file:',
  refusedList: 'Refused features',
  downloadRefused: 'Download the list',
  openMap: 'Show on the map',
  duplicates: (count: number, shown: string) =>
    count === 1
      ? 'One feature was refused because another feature of the file has the same id.'
      : `${shown} features were refused because other features of the file have the same ids.`,
  withNewIds: 'Import with new ids',
  location: 'Where',
  feature: 'Feature',
  recordOfLine: (record: number) => `feature ${record}`,
  reason: 'Why',
  noFeatures: 'The file has no features.',
  allRefused: 'No feature of the file can be imported. The list below says why.',
};

/** What the corner says about imports that go on, and about edits that are not saved. */
export const trayStrings = {
  label: 'In progress',
  edits: (count: number, space: string) =>
    `${count} unsaved ${plural(count, { one: 'change', other: 'changes' })} in ${space}`,
  goOn: 'Continue editing',
  importing: (name: string) => `Importing ${name}`,
  stop: (name: string) => `Stop importing ${name}`,
  paused: (name: string) => `The import of ${name} is paused`,
  pause: (name: string) => `Pause the import of ${name}`,
  resume: (name: string) => `Continue the import of ${name}`,
  report: 'Refused features',
  dismiss: (name: string) => `Dismiss the import of ${name}`,
  imported: (name: string, sent: string, refused: string | undefined) =>
    `${name}: ${sent} imported${refused === undefined ? '' : `, ${refused} refused`}`,
  stopped: (name: string, sent: string) =>
    `${name}: stopped after ${sent}; the space holds a part of the file`,
  failed: (name: string, sent: string, reason: string) =>
    `${name}: failed after ${sent}; the space holds a part of the file. ${reason}`,
  show: 'Show on the map',
};
