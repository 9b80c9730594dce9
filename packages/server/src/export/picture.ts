import type { PictureOptions } from '@meridian/formats';
import type { BBox, ReadableSpace } from '@meridian/hub';
import { spaceMap } from '@meridian/studio';
import type { Context } from '../http/context.ts';

const DEFAULT_WIDTH = 1024;
/** What Web Mercator shows. */
const WORLD = [-180, -85, 180, 85] as const;

/** A picture of a space, with the style that its map has: of the box that is asked for, or of everything. */
export async function pictureOf(
  context: Context,
  space: ReadableSpace,
  area: { boxes: readonly BBox[] } | undefined,
  width = DEFAULT_WIDTH,
): Promise<PictureOptions> {
  const { id, title } = space.info;
  const [layer] = spaceMap(id).layers;
  const { color, size, opacity } = layer!.style;
  return {
    bounds: area ? boundsOf(area.boxes) : await extentOf(context, space),
    width,
    title: title === '' ? id : title,
    style: { color, size, opacity },
  };
}

/** Two boxes meet at the antimeridian: the eastern one goes on beyond 180. */
function boundsOf([first, second]: readonly BBox[]): PictureOptions['bounds'] {
  const { west, south, east, north } = first!;
  return [west, south, second === undefined ? east : second.east + 360, north];
}

async function extentOf(context: Context, space: ReadableSpace): Promise<PictureOptions['bounds']> {
  const { extent } = await context.service.statistics.of(space, context.readOptions);
  if (!extent) return WORLD;
  const { west, south, east, north } = extent.bbox;
  return [west, south, east, north];
}
