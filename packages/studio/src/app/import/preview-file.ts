import {
  type Feature,
  FormatFault,
  measuresLeftOut,
  type Refusal,
  readFeatures,
  type Source,
} from '@meridian/formats/browser';
import type { ImportChoices, Preview } from './messages.ts';

/** Enough to see what it is, little enough to draw. */
const MAX_FEATURES = 2000;
const MAX_BYTES = 4_000_000;
const MAX_REFUSED = 50;

/** Reads the beginning of a file. */
export async function previewFile(source: Source, choices: ImportChoices): Promise<Preview> {
  try {
    return await preview(source, choices, false);
  } catch (error) {
    const isTable = error instanceof FormatFault && /column|look like coordinates/i.test(error.reason);
    if (!isTable) throw error;
    // Read as a plain table, it says at least which columns there are to choose from.
    const csv = { ...choices.read.csv, allowNoGeometry: true };
    return preview(source, { ...choices, read: { ...choices.read, csv } }, true);
  }
}

async function preview(source: Source, { read }: ImportChoices, needsCoordinates: boolean): Promise<Preview> {
  const reader = readFeatures(source, read);
  const features: Feature[] = [];
  const refused: Refusal[] = [];
  const columns = new Set<string>();
  let isAll = true;
  let measured = 0;
  let size = 0;
  for await (const record of reader) {
    if (record.refused) refused.push(record.refused);
    else {
      features.push(record.feature);
      if (record.isMeasured) measured++;
      size += record.text?.length ?? 500;
      for (const name of Object.keys(record.feature.properties)) columns.add(name);
    }
    if (features.length >= MAX_FEATURES || size > MAX_BYTES || refused.length >= MAX_REFUSED) {
      isAll = false;
      break;
    }
  }
  return {
    format: reader.format,
    features: features.map(({ geometry, properties, id }) => ({
      type: 'Feature',
      geometry: geometry as GeoJSON.Geometry,
      properties: {},
      ...(id === undefined ? { id: String(properties.id ?? '') } : { id }),
    })),
    refused,
    isAll,
    columns: [...columns],
    contents: reader.contents,
    crs: reader.crs,
    guessed: [...reader.guesses, ...(measured > 0 ? [measuresLeftOut(measured)] : [])],
    needsCoordinates,
  };
}
