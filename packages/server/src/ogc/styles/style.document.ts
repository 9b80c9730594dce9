import type { ReadableSpace, Statistics } from '@meridian/hub';
import { type MapStyle, mapStyle, projectMap, spaceMap } from '@meridian/studio';
import type { Context } from '../../http/context.ts';
import type { Addresses } from '../links.ts';
import type { StoredProject, StyleSubject } from './style-ref.ts';

/** The style of a space or a project, with data from where this caller reads it. */
export async function styleDocument(
  context: Context,
  addresses: Addresses,
  subject: StyleSubject,
): Promise<MapStyle> {
  const { hub, tokenQuery: query } = addresses;
  if ('project' in subject) {
    const name = titleOf(subject.project);
    return mapStyle(readableMap(context, subject.project), { name, hub, query });
  }
  const { space } = subject;
  const statistics = await context.service.statistics.of(space, context.readOptions);
  const map = spaceMap(space.info.id, positionOf(statistics), space.info.definition.client);
  return mapStyle(map, { name: nameOf(space), hub, query });
}

/** The map of a project without the layers of spaces that the caller may not read. */
export function readableMap({ hub, caller }: Context, project: StoredProject) {
  const { layers, ...rest } = projectMap(project);
  return { ...rest, layers: layers.filter(({ space }) => hub.features.isReadable(caller, space)) };
}

export function nameOf({ info: { id, title } }: Pick<ReadableSpace, 'info'>): string {
  return title === '' ? id : title;
}

export function titleOf({ id, title }: StoredProject): string {
  return typeof title === 'string' && title !== '' ? title : id;
}

/** Near enough to see the single features of a small space. */
const MAX_ZOOM = 14;
/** What Web Mercator shows. */
const MAX_LATITUDE = 85;

/** Where a map shows the whole space. */
function positionOf({ extent }: Statistics) {
  if (!extent) return undefined;
  const { west, south, east, north } = extent.bbox;
  const latitude = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, (south + north) / 2));
  const span = Math.max(east - west, 2 * (north - south));
  const zoom = span === 0 ? MAX_ZOOM : Math.max(0, Math.min(MAX_ZOOM, Math.log2(360 / span)));
  const center: [number, number] = [rounded((west + east) / 2), rounded(latitude)];
  return { center, zoom: Math.round(zoom * 10) / 10 };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
