import type { Geometry, Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { allText, childOf, type XmlNode } from '../xml/element-tree.ts';

/** Elements that are geometries, in GML 2 and 3. */
export const GML_GEOMETRIES = new Set([
  ...['Point', 'LineString', 'LinearRing', 'Curve', 'CompositeCurve', 'OrientableCurve', 'Ring'],
  ...['Polygon', 'Surface', 'CompositeSurface', 'PolyhedralSurface', 'TriangulatedSurface', 'Tin'],
  ...['MultiPoint', 'MultiLineString', 'MultiCurve', 'MultiPolygon', 'MultiSurface', 'MultiGeometry'],
]);

/** A geometry with its numbers in the order of the file, and the name of its system, if it has one. Throws GeometryFormatError. */
export function gmlGeometry(node: XmlNode): { geometry: Geometry | null; srsName?: string } {
  const srsName = attributeBelow(node, 'srsName');
  const dimension = Number(attributeBelow(node, 'srsDimension') ?? attributeBelow(node, 'dimension') ?? 2);
  if (dimension !== 2 && dimension !== 3)
    throw new GeometryFormatError(`has positions of ${dimension} numbers, which are not read`);
  const geometry = new GeometryParser(dimension).geometry(node);
  return srsName === undefined ? { geometry } : { geometry, srsName };
}

/** The attribute of the element itself, or of the first within it that has one. */
function attributeBelow(node: XmlNode, name: string): string | undefined {
  if (Object.hasOwn(node.attributes, name)) return node.attributes[name];
  for (const child of node.children) {
    const found = attributeBelow(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

class GeometryParser {
  readonly #dimension: 2 | 3;

  constructor(dimension: 2 | 3) {
    this.#dimension = dimension;
  }

  geometry(node: XmlNode): Geometry | null {
    switch (node.name) {
      case 'Point': {
        const [coordinates] = this.#positions(node);
        return coordinates === undefined ? null : { type: 'Point', coordinates };
      }
      case 'LineString':
      case 'Curve':
      case 'CompositeCurve':
      case 'OrientableCurve': {
        const coordinates = this.#line(node);
        return coordinates.length === 0 ? null : { type: 'LineString', coordinates };
      }
      case 'LinearRing':
      case 'Ring':
        return { type: 'Polygon', coordinates: [this.#line(node)] };
      case 'Polygon': {
        const coordinates = this.#rings(node);
        return coordinates.length === 0 ? null : { type: 'Polygon', coordinates };
      }
      case 'MultiPoint':
        return {
          type: 'MultiPoint',
          coordinates: this.#members(node).flatMap((one) => this.#positions(one)),
        };
      case 'MultiLineString':
      case 'MultiCurve':
        return { type: 'MultiLineString', coordinates: this.#members(node).map((one) => this.#line(one)) };
      case 'MultiGeometry':
        return {
          type: 'GeometryCollection',
          geometries: this.#members(node)
            .map((one) => this.geometry(one))
            .filter((one) => one !== null),
        };
      case 'MultiPolygon':
      case 'MultiSurface':
        return { type: 'MultiPolygon', coordinates: this.#polygons(node) };
      default: {
        // A surface of one patch is a polygon.
        const coordinates = this.#polygons(node);
        return coordinates.length === 1
          ? { type: 'Polygon', coordinates: coordinates[0]! }
          : { type: 'MultiPolygon', coordinates };
      }
    }
  }

  /** Geometries below `…Member`, `…Members` and the like. */
  #members(node: XmlNode): XmlNode[] {
    return node.children.flatMap((child) =>
      GML_GEOMETRIES.has(child.name)
        ? [child]
        : /^(?:base|.*[mM]embers?)$/.test(child.name)
          ? this.#members(child)
          : [],
    );
  }

  #polygons(node: XmlNode): Position[][][] {
    if (
      node.name === 'Polygon' ||
      node.name === 'PolygonPatch' ||
      node.name === 'Triangle' ||
      node.name === 'Rectangle'
    )
      return [this.#rings(node)];
    const below = node.children.filter(
      ({ name }) =>
        GML_GEOMETRIES.has(name) ||
        /^(?:patches|polygonPatches|trianglePatches|PolygonPatch|Triangle|Rectangle|.*[mM]embers?)$/.test(
          name,
        ),
    );
    return below.flatMap((child) => this.#polygons(child));
  }

  #rings(node: XmlNode): Position[][] {
    const named = (...names: string[]) => node.children.filter(({ name }) => names.includes(name));
    const outer = named('exterior', 'outerBoundaryIs');
    const inner = named('interior', 'innerBoundaryIs');
    return [...outer, ...inner].flatMap((side) => side.children.map((ring) => this.#line(ring)));
  }

  /** The positions of a line, of its segments or of the curves that it is made of, joined where they meet. */
  #line(node: XmlNode): Position[] {
    const unknown = node.children.find(({ name }) =>
      /^(?:Arc|Circle|CubicSpline|BSpline|Bezier|Geodesic|Clothoid)/.test(name),
    );
    if (unknown !== undefined)
      throw new GeometryFormatError(`has curves (${unknown.name}), which are not read`);
    const own = this.#positions(node);
    if (own.length > 0) return node.attributes.orientation === '-' ? own.reverse() : own;
    const line: Position[] = [];
    for (const child of node.children) {
      const part = this.#line(child);
      const [last, first] = [line.at(-1), part[0]];
      const isJoined = last !== undefined && first !== undefined && last.every((n, i) => n === first[i]);
      // Not by spreading: a line may have more positions than a call has room for arguments.
      for (const position of isJoined ? part.slice(1) : part) line.push(position);
    }
    return node.attributes.orientation === '-' ? line.reverse() : line;
  }

  #positions(node: XmlNode): Position[] {
    const list = childOf(node, 'posList') ?? childOf(node, 'coordinates');
    if (list?.name === 'posList')
      return grouped(
        numbers(allText(list)),
        Number(list.attributes.srsDimension ?? list.attributes.dimension ?? this.#dimension),
      );
    if (list !== undefined) return tuples(list);
    return node.children.flatMap((child) => {
      if (child.name === 'pos') {
        const found = numbers(allText(child));
        return grouped(found, found.length);
      }
      if (child.name === 'coord') return [child.children.map((part) => number(allText(part))) as Position];
      return child.name === 'pointProperty' || child.name === 'Point' ? this.#positions(child) : [];
    });
  }
}

/** GML 2: `1,2 3,4`, with other separators where it says so. */
function tuples(node: XmlNode): Position[] {
  const { cs = ',', ts = ' ', decimal = '.' } = node.attributes;
  const texts = allText(node)
    .trim()
    .split(ts.trim() === '' ? /\s+/ : ts);
  return texts
    .filter((text) => text.trim() !== '')
    .map((text) => text.split(cs).map((part) => number(part.replace(decimal, '.'))) as Position);
}

function numbers(text: string): number[] {
  return text.trim() === '' ? [] : text.trim().split(/\s+/).map(number);
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new GeometryFormatError(`has ${JSON.stringify(text.slice(0, 42))} among its coordinates`);
  return value;
}

function grouped(values: number[], dimension: number): Position[] {
  if (values.length === 0) return [];
  if ((dimension !== 2 && dimension !== 3) || values.length % dimension !== 0)
    throw new GeometryFormatError(`has ${values.length} numbers, which are no positions of ${dimension}`);
  return Array.from(
    { length: values.length / dimension },
    (_, i) => values.slice(i * dimension, (i + 1) * dimension) as Position,
  );
}
