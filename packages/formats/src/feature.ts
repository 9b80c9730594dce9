import type { Geometry } from '@meridian/geo/geojson';

/** A GeoJSON feature in WGS 84. Ids are texts (a number became its text); other root members are preserved. */
export type Feature = {
  type: 'Feature';
  id?: string;
  geometry: Geometry | null;
  properties: Record<string, unknown>;
  [member: string]: unknown;
};

/** Where in a file a record is, as far as the format allows. */
export type SourceLocation = {
  /** The file's name, or `archive.zip/member` */
  file: string;
  /** Counts features, good or refused, from 1 through the whole source: the same in every run. */
  record: number;
  /** Counts from 1; text formats. */
  line?: number;
  /** Offset from the start of the (inflated) file; text formats. */
  byte?: number;
  /** GeoPackage, TopoJSON, an archive with several files. */
  layer?: string;
};

export type Refusal = { location: SourceLocation; id?: string; reason: string };

export type ReadRecord =
  | {
      /** Perhaps parsed only when it is looked at. */
      readonly feature: Feature;
      location: SourceLocation;
      /** That of the feature, where it is known without a look at it; then there is a text as well. */
      id?: string;
      /** The feature's own JSON text, where the file has one and nothing of it had to be changed. */
      text?: string;
      /**
       * The same text in UTF-8, good until the next record is asked for, where it is at hand so. Who takes it gives up the
       * text, and a feature that was not looked at before.
       */
      takeBytes?(): Uint8Array;
      /** Its positions had measures (M), or more numbers than three, which were left out. */
      isMeasured?: boolean;
      /** What was wrong with it before it was repaired. */
      repaired?: string;
      refused?: undefined;
    }
  | {
      refused: Refusal;
      /** The feature, where nothing is wrong with it but its geometry: it may be repaired. */
      candidate?: object;
      feature?: undefined;
      isMeasured?: undefined;
      repaired?: undefined;
    };

/** `line 3`, `record 812 of layer roads`: for messages. */
export function locationText({ record, line, layer }: SourceLocation): string {
  const where = line === undefined ? `record ${record}` : `line ${line}`;
  return layer === undefined ? where : `${where} of ${layer}`;
}
