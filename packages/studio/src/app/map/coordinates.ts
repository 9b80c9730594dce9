import { computed } from '@preact/signals';
import { type Position, readCoordinates } from '../../world/coordinates.ts';
import { locale, t } from '../strings.ts';

/** So near is a place shown that is given by its coordinates. */
export const COORDINATES_ZOOM = 12;
const MAX_LENGTH = 100;

/** Positions that a text may mean, the likeliest first. */
export function findCoordinates(text: string): Position[] {
  return text.length > MAX_LENGTH ? [] : readCoordinates(text, t.find.directions);
}

/** About 10 cm. */
const degrees = computed(() => new Intl.NumberFormat(locale.value, { maximumFractionDigits: 6 }));

/** `52.5° N 13.4° E` */
export function writeCoordinates([longitude, latitude]: Position): string {
  const { north, east, south, west } = t.find.directions;
  const write = (angle: number, positive: string, negative: string) =>
    `${degrees.value.format(Math.abs(angle))}° ${(angle < 0 ? negative : positive)[0]}`;
  return `${write(latitude, north, south)} ${write(longitude, east, west)}`;
}
