import type { Geometry } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { type Label, startOfText } from './labels.ts';
import type { Lines } from './lines.ts';
import { cornersIn } from './mif-geometry.ts';

const QUOTED = /^\s*"((?:[^"]|"")*)"(.*)$/;
const STYLE = /^\s*(?:FONT|SPACING|JUSTIFY|LABEL|ANGLE\s+(-?[\d.]+))\b/i;

/** `TEXT "Main street" 9 50 9.5 50.1`, over any number of lines, and how it is drawn on lines of their own. */
export async function mifText(rest: string, lines: Lines): Promise<{ geometry: Geometry; label: Label }> {
  const [, quoted, behind] = QUOTED.exec(rest === '' ? ((await lines.next()) ?? '') : rest) ?? [];
  if (quoted === undefined || behind === undefined)
    throw new GeometryFormatError('is a text without what it says in quotes');
  const box = cornersIn(behind.trim() === '' ? ((await lines.next()) ?? '').trim() : behind.trim());
  let rotation = 0;
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    const [style, angle] = STYLE.exec(line) ?? [];
    if (style === undefined) {
      lines.putBack(line);
      break;
    }
    if (angle !== undefined) rotation = Number(angle);
  }
  if (!Number.isFinite(rotation))
    throw new GeometryFormatError('is a text turned by an angle that is no number');
  const height = Math.abs(box[1][1]! - box[0][1]!);
  const text = quoted.replaceAll('""', '"').replaceAll(String.raw`\n`, '\n');
  return {
    geometry: { type: 'Point', coordinates: startOfText(box, height, rotation) },
    label: { text, rotation },
  };
}
