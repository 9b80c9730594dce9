import {
  type Box,
  type ExportOptions,
  type Feature,
  type Features,
  MeridianError,
  UnreachableError,
} from '@meridian/client';
import { readFeatures, streamSource } from '@meridian/formats/node';
import { Refusal } from '../admin-backend.ts';

const PAGE = 1000;

/**
 * Everything that meets a box, in the order of the space. The hub sends it as one stream; where that breaks off it is
 * asked for again, and passed over up to the last feature that came.
 */
export async function* featuresInBox(
  features: Features,
  bbox: Box,
  options: Omit<ExportOptions, 'bbox'>,
): AsyncGenerator<Feature[]> {
  let last: string | undefined;
  for (;;) {
    let isNew = last === undefined;
    const before = last;
    try {
      for await (const page of pagesOf(await features.exportFile('geojson', { ...options, bbox }), options)) {
        const start = isNew ? 0 : page.findIndex(({ id }) => id === last) + 1;
        isNew ||= start > 0;
        if (!isNew || start === page.length) continue;
        last = page.at(-1)!.id;
        yield page.slice(start);
      }
    } catch (error) {
      const isToldSo = error instanceof MeridianError || error instanceof Refusal;
      const isBroken = !isToldSo && !options.signal?.aborted;
      // Without any progress it would fail at the same feature again.
      if (!isBroken || last === before) throw error;
      continue;
    }
    if (isNew) return;
    throw new Refusal(`the connection broke off, and feature ${last} was deleted meanwhile: start again`);
  }
}

async function* pagesOf(
  { body, url }: Response,
  { signal }: Pick<ExportOptions, 'signal'>,
): AsyncGenerator<Feature[]> {
  let page: Feature[] = [];
  const source = streamSource(body!, 'the response of the hub');
  try {
    for await (const record of readFeatures(source, { format: 'geojson', ...(signal && { signal }) })) {
      if (record.refused) throw new Refusal(`a feature can't be read: ${record.refused.reason}`);
      if (page.push(record.feature as Feature) < PAGE) continue;
      yield page;
      page = [];
    }
  } catch (error) {
    // What came before is good.
    if (page.length > 0 && !(error instanceof Refusal)) yield page;
    // What a response stream throws when the connection breaks.
    throw error instanceof TypeError ? new UnreachableError(new URL(url).origin, error) : error;
  }
  if (page.length > 0) yield page;
}
