import type { Position } from '@meridian/geo/geojson';
import { setMember } from '../json.ts';
import type { Corners } from './curves.ts';

/** What a text object says, and how many degrees it is turned counter-clockwise. */
export type Label = { text: string; rotation: number };

export const LABELS_GUESSED = 'texts as points where they begin, with what they say in the property text';

/**
 * Where a text begins: its lower left corner before it was turned around.
 * @param box around it as it is drawn
 * @param height of the text
 */
export function startOfText(box: Corners, height: number, degrees: number): Position {
  const [[x1, y1], [x2, y2]] = box as [[number, number], [number, number]];
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const isDiagonal = sin > 0 === cos > 0;
  const x = (cos < 0 ? Math.max(x1, x2) : Math.min(x1, x2)) + (isDiagonal ? height * sin : 0);
  const y = (sin > 0 ? Math.min(y1, y2) : Math.max(y1, y2)) - (isDiagonal ? 0 : height * cos);
  return [x, y];
}

/** Under names that the columns of the table leave free: `text`, or `text_2`. */
export function addLabel(properties: Record<string, unknown>, { text, rotation }: Label): void {
  const add = (name: string, value: unknown) => {
    let free = name;
    for (let n = 2; Object.hasOwn(properties, free); n++) free = `${name}_${n}`;
    setMember(properties, free, value);
  };
  add('text', text);
  if (rotation !== 0) add('rotation', rotation);
}
