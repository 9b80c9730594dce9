import type { Geometry, Position } from '@meridian/geo/geojson';
import { guessTypes } from '../csv/column-types.ts';
import type { Field } from '../csv/record-splitter.ts';
import type { Platform } from '../platform.ts';
import { type PlainColumn, type PlainTable, withPlainTable } from '../write/plain-table.ts';
import { utf8Chunks } from '../write/text-chunks.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';
import { escapeXml } from '../xml/escape.ts';
import { textOf } from '../xml/write-kml.ts';
import { xmlNames } from '../xml/xml-names.ts';
import { SAMPLED_FEATURES } from './typed-texts.ts';

/** Latitude comes first in both, as their definitions say. */
const FLAT = 'urn:ogc:def:crs:EPSG::4326';
const WITH_HEIGHT = 'urn:ogc:def:crs:EPSG::4979';
const GEOMETRY = 'geometry';

/** GML 3.2, a member for each feature, in a namespace of its own. */
export async function* writeGml(
  features: AsyncIterable<FeatureInput>,
  options: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  const [type] = xmlNames([options.name ?? 'features']);
  const writeRows = async function* ({ columns, rows, losses }: PlainTable) {
    const names = xmlNames(
      columns.map(({ name }) => name),
      [GEOMETRY, 'boundedBy', 'description', 'identifier'],
    );
    losses.add('xmlNames', names.filter((name, i) => name !== columns[i]!.name).length);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<m:FeatureCollection xmlns:m="urn:meridian:features" xmlns:gml="http://www.opengis.net/gml/3.2" gml:id="features">\n';
    const isTyped = await looksTyped(columns, rows);
    let n = 0;
    for await (const parts of rows()) {
      const id = `${type}.${++n}`;
      yield `<gml:featureMember><m:${type} gml:id="${id}">`;
      const { geometry } = parts.feature;
      if (geometry !== null) {
        const { text, isRaised } = new GmlGeometry(geometry, `${id}.g`);
        if (isRaised) losses.add('heights');
        yield `<m:${GEOMETRY}>${text}</m:${GEOMETRY}>`;
      }
      for (const [i, column] of columns.entries()) {
        const value = column.pick(parts);
        if (value === undefined) continue;
        if (isTyped[i]) losses.add('typed');
        const text = typeof value === 'boolean' ? String(value) : textOf(value);
        yield `<m:${names[i]}>${escapeXml(text, losses)}</m:${names[i]}>`;
      }
      yield `</m:${type}></gml:featureMember>\n`;
    }
    yield '</m:FeatureCollection>\n';
  };
  yield* utf8Chunks(await withPlainTable(features, options, platform, writeRows));
}

/** Which columns of texts are taken for others when they are read: XML does not say of what type a value is. */
async function looksTyped(columns: readonly PlainColumn[], rows: PlainTable['rows']): Promise<boolean[]> {
  const sample: Field[][] = [];
  for await (const parts of rows()) {
    sample.push(columns.map(({ pick }) => ({ text: textOf(pick(parts) ?? ''), isQuoted: false })));
    if (sample.length === SAMPLED_FEATURES) break;
  }
  const types = guessTypes(columns.length, sample, true);
  return columns.map(({ type }, i) => type === 'text' && types[i] !== 'text');
}

/** A geometry with the ids that GML wants of each of its parts. */
class GmlGeometry {
  readonly text: string;
  /** Whether some positions were given heights, because others have them. */
  isRaised = false;
  readonly #id: string;
  readonly #dimension: 2 | 3;
  #parts = 0;

  constructor(geometry: Geometry, id: string) {
    this.#id = id;
    this.#dimension = hasHeights(geometry) ? 3 : 2;
    this.text = this.#geometry(geometry, true);
  }

  #geometry(geometry: Geometry, isOuter: boolean): string {
    switch (geometry.type) {
      case 'Point':
        return this.#element('Point', isOuter, `<gml:pos>${this.#position(geometry.coordinates)}</gml:pos>`);
      case 'LineString':
        return this.#element('LineString', isOuter, this.#list(geometry.coordinates));
      case 'Polygon':
        return this.#polygon(geometry.coordinates, isOuter);
      case 'MultiPoint':
        return this.#several('MultiPoint', 'pointMember', isOuter, geometry.coordinates, (coordinates) =>
          this.#geometry({ type: 'Point', coordinates }, false),
        );
      case 'MultiLineString':
        return this.#several('MultiCurve', 'curveMember', isOuter, geometry.coordinates, (coordinates) =>
          this.#geometry({ type: 'LineString', coordinates }, false),
        );
      case 'MultiPolygon':
        return this.#several('MultiSurface', 'surfaceMember', isOuter, geometry.coordinates, (rings) =>
          this.#polygon(rings, false),
        );
      case 'GeometryCollection':
        return this.#several('MultiGeometry', 'geometryMember', isOuter, geometry.geometries, (member) =>
          this.#geometry(member, false),
        );
    }
  }

  #element(name: string, isOuter: boolean, content: string): string {
    const system = this.#dimension === 3 ? WITH_HEIGHT : FLAT;
    const attributes = isOuter ? ` srsName="${system}" srsDimension="${this.#dimension}"` : '';
    return `<gml:${name} gml:id="${this.#id}${this.#parts++}"${attributes}>${content}</gml:${name}>`;
  }

  #several<T>(
    name: string,
    member: string,
    isOuter: boolean,
    items: readonly T[],
    each: (item: T) => string,
  ): string {
    const members = () => items.map((item) => `<gml:${member}>${each(item)}</gml:${member}>`).join('');
    return this.#element(name, isOuter, members());
  }

  #polygon(rings: Position[][], isOuter: boolean): string {
    const boundaries = rings.map((ring, i) => {
      const side = i === 0 ? 'exterior' : 'interior';
      return `<gml:${side}><gml:LinearRing>${this.#list(ring)}</gml:LinearRing></gml:${side}>`;
    });
    return this.#element('Polygon', isOuter, boundaries.join(''));
  }

  #list(positions: Position[]): string {
    return `<gml:posList>${positions.map((position) => this.#position(position)).join(' ')}</gml:posList>`;
  }

  #position([lon, lat, height]: Position): string {
    if (this.#dimension === 2) return `${lat} ${lon}`;
    if (height === undefined) this.isRaised = true;
    return `${lat} ${lon} ${height ?? 0}`;
  }
}

function hasHeights(geometry: Geometry): boolean {
  const isHigh = (items: unknown): boolean =>
    Array.isArray(items) && (typeof items[0] === 'number' ? items.length > 2 : items.some(isHigh));
  return geometry.type === 'GeometryCollection'
    ? geometry.geometries.some(hasHeights)
    : isHigh(geometry.coordinates);
}
