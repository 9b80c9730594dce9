import { type Area, invalid } from '@meridian/hub';
import { optionalBox } from './box.ts';
import { parameters } from './parameter.ts';
import { type Centre, centre, radius } from './reference.ts';

/** A box, or something to search around, or neither. */
export const anyArea = parameters(
  [...optionalBox.documented, ...centre.documented, ...radius.documented],
  (query): { area: Area } | { centre: Centre; radius: number } | undefined => {
    const hasCentre = centre.documented.some(({ name }) => query.has(name));
    if (optionalBox.documented.some(({ name }) => query.has(name)) && hasCentre)
      throw invalid(
        'where to look is said in two ways: send west, south, east and north, or what to search around',
      );
    if (hasCentre) return { centre: centre.read(query), radius: radius.read(query) };
    if (query.has('radius'))
      throw invalid(
        'radius needs something to search around: send lat and lon, refSpaceId and refFeatureId, or h3Index',
      );
    const area = optionalBox.read(query);
    return area && { area };
  },
);
