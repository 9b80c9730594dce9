import type { Geometry, Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { areaOfRings } from '../geometry/nest-by-depth.ts';
import { areaOfRing, boxRing, type Corners, ellipseRing, onEllipse, roundedRing } from './curves.ts';
import type { Lines } from './lines.ts';

const OBJECT =
  /^\s*(NONE|POINT|LINE|PLINE|REGION|RECT|ROUNDRECT|ARC|ELLIPSE|TEXT|MULTIPOINT|COLLECTION)\b(.*)$/i;

export type MifObject = { kind: string; rest: string; line: number };

/** The start of the next object; lines of styles before it are passed over. Undefined at the end. */
export async function nextObject(lines: Lines): Promise<MifObject | undefined> {
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    const [, kind, rest] = OBJECT.exec(line) ?? [];
    if (kind !== undefined && rest !== undefined)
      return { kind: kind.toUpperCase(), rest: rest.trim(), line: lines.number };
  }
  return undefined;
}

/** Throws GeometryFormatError; the lines of the object may then be read only in part, and `nextObject` finds the next. */
export async function mifGeometry({ kind, rest }: MifObject, lines: Lines): Promise<Geometry | null> {
  switch (kind) {
    case 'NONE':
      return null;
    case 'POINT':
      return { type: 'Point', coordinates: positionsIn(rest)[0]! };
    case 'LINE':
      return { type: 'LineString', coordinates: positionsIn(rest, 2) };
    case 'RECT':
      return areaOfRing(boxRing(cornersIn(rest)));
    case 'ROUNDRECT': {
      const [rounding] = await numbersAfter(rest, lines, 1);
      return areaOfRing(roundedRing(cornersIn(rest), rounding!, rounding!));
    }
    case 'ELLIPSE':
      return areaOfRing(ellipseRing(cornersIn(rest)));
    case 'ARC': {
      const [from, to] = await numbersAfter(rest, lines, 2);
      return { type: 'LineString', coordinates: onEllipse(cornersIn(rest), from!, to!) };
    }
    case 'MULTIPOINT':
      return { type: 'MultiPoint', coordinates: await positions(lines, countOf(rest)) };
    case 'PLINE':
      return polyline(rest, lines);
    case 'REGION':
      return areaOfRings(await parts(lines, countOf(rest)));
    case 'COLLECTION': {
      const geometries: Geometry[] = [];
      for (let left = countOf(rest); left > 0; left--) {
        const member = await nextObject(lines);
        if (member?.kind === 'COLLECTION') throw new GeometryFormatError('has a collection in a collection');
        const geometry = member && (await mifGeometry(member, lines));
        if (geometry) geometries.push(geometry);
      }
      return { type: 'GeometryCollection', geometries };
    }
    default:
      throw new GeometryFormatError(`is of the kind ${kind.toLowerCase()}, which is not read`);
  }
}

/** `PLINE 3`, `PLINE` with the number on the next line, or `PLINE MULTIPLE 2` with a number before each part. */
async function polyline(rest: string, lines: Lines): Promise<Geometry> {
  const multiple = /^MULTIPLE\s+(\d+)/i.exec(rest)?.[1];
  if (multiple === undefined) {
    const count = rest === '' ? countOf((await lines.next()) ?? '') : countOf(rest);
    return { type: 'LineString', coordinates: await positions(lines, count) };
  }
  const found = await parts(lines, Number(multiple));
  return found.length === 1
    ? { type: 'LineString', coordinates: found[0]! }
    : { type: 'MultiLineString', coordinates: found };
}

async function parts(lines: Lines, count: number): Promise<Position[][]> {
  const found: Position[][] = [];
  while (found.length < count) found.push(await positions(lines, countOf((await lines.next()) ?? '')));
  return found;
}

/** Pairs of numbers, one or several on a line. */
async function positions(lines: Lines, count: number): Promise<Position[]> {
  const found: Position[] = [];
  while (found.length < count) {
    const line = await lines.next();
    if (line === undefined) throw new GeometryFormatError(`ends after ${found.length} of ${count} positions`);
    if (OBJECT.test(line)) {
      lines.putBack(line);
      throw new GeometryFormatError(`has ${found.length} positions instead of ${count}`);
    }
    found.push(...positionsIn(line));
  }
  return found;
}

export function cornersIn(text: string): Corners {
  const [one, other] = positionsIn(text.split(/[\s,]+/, 4).join(' '), 2);
  return [one!, other!];
}

/** Numbers behind the four of the corners, on the same line or the next. */
async function numbersAfter(rest: string, lines: Lines, count: number): Promise<number[]> {
  const here = rest.split(/[\s,]+/).slice(4);
  const line = here.length >= count ? undefined : await lines.next();
  if (line !== undefined && OBJECT.test(line)) lines.putBack(line);
  const texts = line === undefined ? here : line.trim().split(/[\s,]+/);
  const numbers = texts.slice(0, count).map(Number);
  if (numbers.length < count || !numbers.every(Number.isFinite))
    throw new GeometryFormatError(`has ${JSON.stringify(texts.join(' ').slice(0, 42))} as an angle`);
  return numbers;
}

function positionsIn(text: string, least = 1): Position[] {
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (
    text.trim() === '' ||
    numbers.length < 2 * least ||
    numbers.length % 2 === 1 ||
    !numbers.every(Number.isFinite)
  )
    throw new GeometryFormatError(`has ${JSON.stringify(text.trim().slice(0, 42))} as a position`);
  return Array.from(
    { length: numbers.length / 2 },
    (_, i): Position => [numbers[2 * i]!, numbers[2 * i + 1]!],
  );
}

function countOf(text: string): number {
  const [, digits] = /^\s*(\d{1,9})\b/.exec(text) ?? [];
  if (digits === undefined)
    throw new GeometryFormatError(`has ${JSON.stringify(text.trim().slice(0, 42))} instead of a number`);
  return Number(digits);
}
