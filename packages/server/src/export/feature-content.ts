import type { WriteFormatId } from '@meridian/formats';
import {
  accountTicket,
  type FeatureStream,
  isEmptyFilter,
  type Load,
  type ReadableSpace,
} from '@meridian/hub';
import { converted } from './converted.ts';
import { type ExportSearch, everyFeature } from './every-feature.ts';
import type { ExportContent } from './export-jobs.ts';
import type { CsvOptions } from './export-parameters.ts';
import { writeChunks } from './write-chunks.ts';

type Asked = {
  space: ReadableSpace;
  search: ExportSearch;
  format: WriteFormatId;
  csv: CsvOptions;
  account: string;
  timeLimitMs: number;
};

/** The features of a space as a file of one version: with history, of the one that was the present when it was begun. */
export function featureContent(asked: Asked, load: Load): ExportContent {
  const { space, search, format, csv, account, timeLimitMs } = asked;
  const { version: past } = search;
  return {
    isFixed: past !== undefined || space.keepsHistory,
    version: async () => past ?? (await space.content()).version,
    async write(version, { path, signal, told, expect, lost, room }) {
      const ticket = { ...accountTicket(account, signal), timeLimitMs };
      // Before the first write there is no version to ask for.
      const at = space.keepsHistory && version > 0 ? { version } : {};
      if (isEmptyFilter(search.filter) && !search.area)
        expect(await space.count(search.filter, ticket, at.version));
      const features = everyFeature(space, { ...search, ...at }, ticket, told);
      const chunks =
        format === 'geojson'
          ? collection(features)
          : converted(features, { format, name: space.info.id, csv }, load, ticket, lost);
      if (format === 'geojson') lost([]);
      await writeChunks(chunks, { path, signal, room });
    },
  };
}

const encoder = new TextEncoder();

/** As one GeoJSON document. */
export async function* collection(features: FeatureStream): AsyncGenerator<Uint8Array> {
  yield encoder.encode('{"type":"FeatureCollection","features":[');
  const comma = encoder.encode(',');
  let isFirst = true;
  for await (const piece of features) {
    if (!isFirst) yield comma;
    isFirst = false;
    yield piece;
  }
  yield encoder.encode(']}');
}
