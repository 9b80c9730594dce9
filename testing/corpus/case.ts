import type { Feature } from '../../packages/formats/src/feature.ts';
import type { ReadOptions } from '../../packages/formats/src/options.ts';
import type { ColumnSet, Kind } from './sources.ts';

/** One file that GDAL makes of a sample, or another program. */
export type Case = {
  /** Its name within the folder of its format: `point-25832.shp`. */
  file: string;
  kind: Kind;
  /** Makes the file in place of GDAL, which only reads it. */
  write?: (path: string) => void;
  /** What another program reads of it, where GDAL reads other things. */
  read?: (path: string) => Feature[];
  columns?: ColumnSet;
  /** Where the sample is. */
  location?: readonly [number, number];
  /** The system that the file is to be in; 4326 if it is not said. */
  epsg?: number;
  /** Further arguments of ogr2ogr. */
  args?: readonly string[];
  /** More layers of the same file. */
  more?: readonly { layer: string; kind: Kind; columns?: ColumnSet; args?: readonly string[] }[];
  /** What is done to the file afterwards, by other programs. */
  afterwards?: (path: string) => void;
  /** GDAL can't read what comes of it: what it read before is expected. */
  isReadBefore?: boolean;
  /** How it is read: by us, and by GDAL (arguments of ogr2ogr). */
  options?: ReadOptions;
  gdal?: readonly string[];
  /** Only these layers are compared. */
  layers?: readonly string[];
};

export const GERMANY = [9, 50] as const;

/** Systems with a position within the area of each. */
export const SYSTEMS: readonly (readonly [epsg: number, lon: number, lat: number])[] = [
  [3857, 9, 50],
  [25832, 9, 50],
  [25833, 13, 52],
  [31467, 9, 50],
  [31468, 12, 48],
  [27700, -2.5, 52],
  [2056, 7.5, 46.5],
  [21781, 7.5, 46.5],
  [2154, 2, 46],
  [28992, 5, 52],
  [3035, 9, 50],
  [32632, 9, 50],
  [4258, 9, 50],
  [5514, 15, 49.5],
];

/** A case in each of these systems. */
export function inSystems(
  make: (epsg: number) => Omit<Case, 'kind' | 'epsg' | 'location'> & { kind?: Kind },
): Case[] {
  return SYSTEMS.map(([epsg, lon, lat]) => ({
    kind: 'polygon',
    columns: 'ascii',
    ...make(epsg),
    epsg,
    location: [lon, lat],
  }));
}
