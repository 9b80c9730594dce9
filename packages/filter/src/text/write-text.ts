import type { Geometry, Position } from '@meridian/geo';
import type { Expression, IntervalBound } from '../expression.ts';
import { isPlainName } from './words.ts';

/** A filter as CQL2 text; reading it again gives the same tree. */
export function writeText(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? quote(expression.value) : writeScalar(expression.value);
    case 'property':
      return isPlainName(expression.name) ? expression.name : `"${expression.name.replaceAll('"', '""')}"`;
    case 'date':
    case 'timestamp':
      return `${expression.kind.toUpperCase()}(${quote(expression.text)})`;
    case 'interval':
      return `INTERVAL(${writeBound(expression.start)},${writeBound(expression.end)})`;
    case 'geometry':
      return writeGeometry(expression.geometry);
    case 'bbox':
      return `BBOX(${expression.bbox.map(String).join(',')})`;
    case 'array':
      return `(${expression.items.map(writeText).join(', ')})`;
    case 'and':
    case 'or':
      return expression.args.map(bracket).join(` ${expression.kind.toUpperCase()} `);
    case 'not':
      return `NOT ${bracket(expression.arg)}`;
    case 'comparison':
    case 'arithmetic':
      return `${bracket(expression.left)} ${expression.op} ${bracket(expression.right)}`;
    case 'like':
      return `${bracket(expression.value)} LIKE ${bracket(expression.pattern)}`;
    case 'between':
      return `${bracket(expression.value)} BETWEEN ${bracket(expression.lower)} AND ${bracket(expression.upper)}`;
    case 'in':
      return `${bracket(expression.value)} IN (${expression.list.map(bracket).join(', ')})`;
    case 'isNull':
      return `${bracket(expression.arg)} IS NULL`;
    case 'casei':
    case 'accenti':
      return `${expression.kind.toUpperCase()}(${writeText(expression.arg)})`;
    case 'spatial':
    case 'temporal':
      return `${expression.op.toUpperCase()}(${writeText(expression.left)}, ${writeText(expression.right)})`;
    case 'arrays':
      return `${expression.op.toUpperCase()}(${writeText(expression.left)}, ${writeText(expression.right)})`;
    case 'function':
      return `${expression.name}(${expression.args.map(writeText).join(', ')})`;
  }
}

/** In brackets, unless it is one piece anyhow. */
function bracket(expression: Expression): string {
  const text = writeText(expression);
  switch (expression.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'comparison':
    case 'like':
    case 'between':
    case 'in':
    case 'isNull':
    case 'arithmetic':
      return `(${text})`;
    default:
      return text;
  }
}

function writeBound(bound: IntervalBound): string {
  if (bound.kind === 'unbounded') return "'..'";
  return bound.kind === 'date' || bound.kind === 'timestamp' ? quote(bound.text) : writeText(bound);
}

function writeScalar(value: number | boolean): string {
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function writeGeometry(geometry: Geometry): string {
  const position = (at: Position) => at.join(' ');
  const positions = (list: Position[]) => `(${list.map(position).join(',')})`;
  const rings = (list: Position[][]) => `(${list.map(positions).join(',')})`;
  const name = geometry.type.toUpperCase();
  switch (geometry.type) {
    case 'Point':
      return `${name}(${position(geometry.coordinates)})`;
    case 'MultiPoint':
      return `${name}(${geometry.coordinates.map((at) => `(${position(at)})`).join(',')})`;
    case 'LineString':
      return name + positions(geometry.coordinates);
    case 'Polygon':
    case 'MultiLineString':
      return name + rings(geometry.coordinates);
    case 'MultiPolygon':
      return `${name}(${geometry.coordinates.map(rings).join(',')})`;
    case 'GeometryCollection':
      return `${name}(${geometry.geometries.map(writeGeometry).join(',')})`;
  }
}
