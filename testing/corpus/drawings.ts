import { writeFileSync } from 'node:fs';
import { AREAS } from './drawings.areas.ts';
import { CURVES } from './drawings.curves.ts';
import { drawing } from './drawings.groups.ts';
import { LINES } from './drawings.lines.ts';
import { TEXTS } from './drawings.texts.ts';

/** One drawing for each kind of entity, and for what programs do with them. */
const DRAWINGS = { ...LINES, ...CURVES, ...AREAS, ...TEXTS };

export const DRAWING_NAMES = Object.keys(DRAWINGS);

/** In the encoding that the header names. */
export function writeDrawing(name: string, path: string, eol?: string): void {
  writeFileSync(path, Buffer.from(drawing(DRAWINGS[name]!, eol), 'latin1'));
}
