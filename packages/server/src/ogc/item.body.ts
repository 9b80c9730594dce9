import { CRS84, type Crs, fromCrs, invalid, isObject, type WriteBody } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { findCrs } from './crs.ts';

/**
 * The body as it came. One whose coordinates are in another system gets others: it is a single feature, which is parsed
 * here and must not be larger than a document.
 */
export async function readItemBody(context: Context, types: readonly string[]): Promise<WriteBody> {
  const crs = readContentCrs(context.request.headers['content-crs']);
  if (crs === CRS84) return context.body(types);
  const feature = await context.document(types);
  return encoded(isObject(feature) ? { ...feature, geometry: inLonLat(feature.geometry, crs) } : feature);
}

function readContentCrs(header: string | string[] | undefined): Crs {
  if (header === undefined) return CRS84;
  const crs = findCrs(
    String(header)
      .trim()
      .replace(/^<(.*)>$/, '$1'),
  );
  if (!crs)
    throw invalid(
      `Content-Crs must be one of the systems that the collection lists, not ${JSON.stringify(String(header).slice(0, 200))}`,
    );
  return crs;
}

/** What is no geometry stays as it is: the store says what is wrong with it. */
function inLonLat(geometry: unknown, crs: Crs): unknown {
  if (!isObject(geometry)) return geometry;
  const { coordinates, geometries } = geometry;
  return {
    ...geometry,
    ...(coordinates === undefined ? {} : { coordinates: movedPositions(coordinates, crs) }),
    ...(Array.isArray(geometries) ? { geometries: geometries.map((member) => inLonLat(member, crs)) } : {}),
  };
}

function movedPositions(value: unknown, crs: Crs): unknown {
  if (!Array.isArray(value)) return value;
  const [a, b, ...rest]: unknown[] = value;
  if (typeof a !== 'number' || typeof b !== 'number') return value.map((item) => movedPositions(item, crs));
  const moved = fromCrs({ type: 'Point', coordinates: [a, b] }, crs);
  if (moved?.type !== 'Point') throw invalid(`geometry: ${crs.uri} does not have the coordinates ${a}, ${b}`);
  return [...moved.coordinates, ...rest];
}

function encoded(feature: unknown): WriteBody {
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(feature)));
  return { bytes, coding: 'identity', lines: false };
}
