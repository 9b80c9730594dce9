/** Formats that know nothing of ids, tags and what the hub notes. */
const PLAIN = ['shapefile', 'kml', 'gml', 'gpx'] as const;
const XML = ['kml', 'gml', 'gpx'] as const;

export type LossKind = {
  /** Before a number: `ids written as the property id (3)`. */
  said: string;
  formats: readonly ('xlsx' | (typeof PLAIN)[number])[];
};

/** All that a format may have no room for, as the command says it and the page about files lists it. */
export const LOSS_KINDS = {
  ids: { said: 'ids written as the property id', formats: PLAIN },
  tags: { said: 'lists of tags written as the property tags', formats: PLAIN },
  notes: { said: 'features without what the hub notes on them, such as createdAt', formats: PLAIN },
  members: {
    said: 'members of features left out besides id, geometry and properties',
    formats: PLAIN,
  },
  nulls: { said: 'properties left out that are null', formats: PLAIN },
  json: { said: 'nested values, or values of mixed types, written as JSON texts', formats: PLAIN },
  noColumn: { said: 'values left out of properties whose names cannot be columns', formats: PLAIN },
  xmlCharacters: { said: 'characters left out that XML has not', formats: XML },
  xmlNames: { said: 'names of properties changed to XML names', formats: ['gml', 'gpx'] },
  textsOnly: {
    said: 'values that are read back as texts named ogr_ and the property, for GPX has no element for them',
    formats: ['gpx'],
  },
  waypoints: { said: 'points of a MultiPoint written as waypoints of their own', formats: ['gpx'] },
  neither: { said: 'features left out that are neither points nor lines', formats: ['gpx'] },
  placeless: { said: 'features left out without a geometry', formats: ['gpx'] },
  regrouped: { said: 'geometry collections that are read back with other members', formats: ['kml'] },
  tracks: { said: 'lines that are read back with a property _gpxType', formats: ['gpx'] },
  typed: {
    said: 'texts that look like numbers or truth values, and are read back as such',
    formats: ['gml'],
  },
  collections: { said: 'features left out that are geometry collections', formats: ['shapefile'] },
  empty: { said: 'empty geometries left out', formats: ['shapefile', 'kml'] },
  single: {
    said: 'geometries of several parts with a single one written as that part',
    formats: ['shapefile', 'kml', 'gpx'],
  },
  heights: { said: 'features given heights of 0', formats: ['shapefile', 'gml'] },
  cutNames: { said: 'names of properties cut to 10 bytes, or changed to differ', formats: ['shapefile'] },
  columns: { said: 'properties left out beyond 255', formats: ['shapefile'] },
  cutTexts: { said: 'texts cut to 254 bytes', formats: ['shapefile'] },
  blanks: { said: 'texts without the blanks at their ends', formats: ['shapefile'] },
  emptyTexts: { said: 'empty texts left out', formats: ['shapefile', 'kml', 'gpx'] },
  digits: {
    said: 'whole numbers written as texts, for some have more than 18 digits',
    formats: ['shapefile'],
  },
  blankRows: { said: 'features left out without id, geometry and values', formats: ['xlsx'] },
  cells: { said: 'texts cut to 32767 characters', formats: ['xlsx'] },
  cellDigits: { said: 'whole numbers of more than 15 digits written as texts', formats: ['xlsx'] },
  cellJson: { said: 'nested values left out that are longer than 32767 characters', formats: ['xlsx'] },
  cellWkt: { said: 'geometries left out that are longer than 32767 characters as WKT', formats: ['xlsx'] },
} as const satisfies Record<string, LossKind>;

export type LossId = keyof typeof LOSS_KINDS;
export type Loss = { what: string; count: number };

/** Counts what a format has no room for, by kind. */
export class Losses {
  readonly #counts = new Map<LossId, number>();

  add(kind: LossId, count = 1): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  /** For what is the same in each of several files: counted once. */
  atLeast(kind: LossId, count: number): void {
    if (count > (this.#counts.get(kind) ?? 0)) this.#counts.set(kind, count);
  }

  get list(): Loss[] {
    return [...this.#counts].map(([kind, count]) => ({ what: LOSS_KINDS[kind].said, count }));
  }
}
