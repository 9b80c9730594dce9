import type { Geometry, Position } from '@meridian/geo/geojson';
import { checkFeature, refuse } from '../check.ts';
import { AS_THEY_ARE, type ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { hasNumbers } from '../geojson/crs-member.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { Reading } from '../reading.ts';
import { ElementSplitter } from '../xml/element-splitter.ts';
import { elementTree, startTag, type XmlNode } from '../xml/element-tree.ts';
import { xmlText } from '../xml/text-stream.ts';
import { type GmlFeature, gmlFeature } from './gml-feature.ts';
import { gmlGeometry } from './gml-geometry.ts';
import { systemOfName } from './srs-name.ts';
import { SAMPLED_FEATURES, TypedTexts } from './typed-texts.ts';

const CONTAINERS = ['featureMember', 'featureMembers', 'member'];
/** What a file calls its properties is up to who made it. */
const MAX_NAMES = 20;
/** Files of ours have ids of features as properties; those of the elements say nothing. */
const OUR_NAMESPACE = 'urn:meridian:features';

/** A feature before the types of its properties are known; or why there is none. */
type Held = { location: SourceLocation | undefined } & (
  | { feature: GmlFeature; geometry: Geometry | null }
  | { reason: string }
);

/** GML 2 and 3, and the responses of a WFS. Features are cut out and parsed one by one. */
export async function* readGml(reading: Reading): AsyncGenerator<ReadRecord> {
  const systems = new Systems(reading);
  let held: Held[] = [];
  const { valueTypes } = reading.options;
  let texts = valueTypes?.gml;
  const release = function* (): Generator<ReadRecord> {
    texts ??= new TypedTexts(held.flatMap((one) => ('feature' in one ? [one.feature.properties] : [])));
    if (valueTypes) valueTypes.gml = texts;
    for (const one of held) if (one.location !== undefined) yield recordOf(one, one.location, texts);
    held = [];
  };
  for await (const one of featuresOf(reading, systems)) {
    held.push(one);
    if (texts !== undefined || held.length >= SAMPLED_FEATURES) yield* release();
  }
  yield* release();
}

function recordOf(held: Held, location: SourceLocation, texts: TypedTexts): ReadRecord {
  if ('reason' in held) return refuse(location, held.reason);
  const { geometry, feature } = held;
  const { id, properties } = feature;
  const named = id === undefined || 'gml_id' in properties ? properties : { gml_id: id, ...properties };
  return checkFeature({ type: 'Feature', geometry, properties: texts.typed(named) }, location);
}

async function* featuresOf(reading: Reading, systems: Systems): AsyncGenerator<Held> {
  const { limits, file } = reading;
  const splitter = new ElementSplitter(['boundedBy'], limits.featureBytes, file, CONTAINERS);
  let hasFeatures = false;
  const elements = async function* () {
    for await (const text of xmlText(reading)) yield* splitter.push(text);
    splitter.end();
    const root = startTag(splitter.root).name;
    if (!/Collection$/.test(root) && !hasFeatures)
      throw new FormatFault('malformed', file, `is no GML with features: its root is <${root}>`);
  };
  for await (const { name, text, line } of elements()) {
    const tree = text === undefined ? undefined : elementTree(text, limits.depth);
    if (name === 'boundedBy') {
      systems.byDefault = tree && gmlSystem(tree);
      continue;
    }
    hasFeatures = true;
    const isOurs = splitter.root.includes(OUR_NAMESPACE);
    if (tree?.name === 'FeatureCollection') {
      for (const member of membersOf(tree))
        yield await heldOf(member, reading.next({ line }), systems, isOurs);
      continue;
    }
    const location = reading.next({ line });
    if (tree === undefined)
      yield {
        location,
        reason: `is longer than ${limits.featureBytes} characters or deeper than ${limits.depth} levels`,
      };
    else yield await heldOf(tree, location, systems, isOurs);
  }
}

/** A response to several queries has a collection for each. */
function membersOf({ children }: XmlNode): XmlNode[] {
  return children.filter(({ name }) => CONTAINERS.includes(name)).flatMap((member) => member.children);
}

async function heldOf(
  node: XmlNode,
  location: SourceLocation | undefined,
  systems: Systems,
  isOurs: boolean,
): Promise<Held> {
  const { id, ...found } = gmlFeature(node);
  systems.leaveOut(found.others);
  const feature = isOurs || id === undefined ? found : { ...found, id };
  try {
    const geometry = feature.geometry === undefined ? null : await systems.geometry(feature.geometry);
    return { location, feature, geometry };
  } catch (error) {
    if (error instanceof GeometryFormatError) return { location, reason: error.message };
    throw error;
  }
}

function gmlSystem(node: XmlNode): string | undefined {
  return node.attributes.srsName ?? node.children.map(gmlSystem).find((name) => name !== undefined);
}

/** Systems of coordinates by the names that geometries have. */
class Systems {
  /** That of the collection, for geometries that name none. */
  byDefault: string | undefined;
  readonly #reading: Reading;
  readonly #leftOut = new Set<string>();
  readonly #known = new Map<string, { project: ToWgs84; isNorthFirst: boolean }>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** A feature has one geometry: of others the names of their properties are told. */
  leaveOut(names: readonly string[]): void {
    for (const name of names) {
      if (this.#leftOut.has(name) || this.#leftOut.size >= MAX_NAMES) continue;
      this.#leftOut.add(name);
      this.#reading.guess(`geometries in "${name}", left out: a feature has one`);
    }
  }

  async geometry(node: XmlNode): Promise<Geometry | null> {
    const { geometry, srsName } = gmlGeometry(node);
    if (geometry === null || !hasNumbers(geometry)) return geometry;
    const { project, isNorthFirst } = await this.#of(srsName ?? this.byDefault ?? '');
    return project(isNorthFirst ? swapped(geometry) : geometry);
  }

  async #of(name: string): Promise<{ project: ToWgs84; isNorthFirst: boolean }> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const { options } = this.#reading;
    const { definition, isNorthFirst } = systemOfName(name, options.areAxesOfAuthority);
    if (name === '' && options.crs === undefined)
      this.#reading.guess('coordinates are longitude, latitude in WGS 84');
    if (isNorthFirst) this.#reading.guess(`${definition} has latitude or northing first`);
    const project =
      name === '' && options.crs === undefined
        ? AS_THEY_ARE
        : await this.#reading.project(options.crs ?? definition);
    const found = { project, isNorthFirst };
    this.#known.set(name, found);
    return found;
  }
}

function swapped(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { type: geometry.type, geometries: geometry.geometries.map(swapped) };
  const swap = (items: unknown): unknown => {
    const list = items as unknown[];
    if (typeof list[0] !== 'number') return list.map(swap);
    const [first, second, ...others] = list as Position;
    return [second, first, ...others];
  };
  return { type: geometry.type, coordinates: swap(geometry.coordinates) } as Geometry;
}
