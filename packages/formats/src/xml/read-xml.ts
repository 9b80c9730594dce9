import type { Feature as AnyFeature } from 'geojson';
import { checkFeature, refuse } from '../check.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import type { Reading } from '../reading.ts';
import { ElementSplitter } from './element-splitter.ts';
import { startTag } from './element-tree.ts';
import { FolderNames, inFolder } from './folder-names.ts';
import { LeftOut } from './left-out.ts';
import { withMultiGeometry } from './multi-geometry.ts';
import { SharedElements } from './shared-elements.ts';
import { xmlText } from './text-stream.ts';

type ParsedDocument = ReturnType<InstanceType<typeof import('./dom.ts').DOMParser>['parseFromString']>;

type Dialect = {
  root: string;
  /** What files may begin with. */
  roots: string[];
  /** Elements that become features. */
  features: string[];
  /** Elements outside of them that they refer to. */
  shared: string[];
  /** Elements around them whose names users group by. */
  folders?: string;
  /** Elements that stand for features and are not read, in the words in which they are told. */
  leftOut: Record<string, string>;
};

const KML: Dialect = {
  root: 'kml',
  roots: ['kml', 'Document', 'Folder', 'Placemark'],
  features: ['Placemark', 'GroundOverlay'],
  shared: ['Style', 'StyleMap', 'Schema'],
  folders: 'Folder',
  leftOut: { NetworkLink: 'links to other files (NetworkLink)', Model: '3D models (Model)' },
};
const GPX: Dialect = {
  root: 'gpx',
  roots: ['gpx'],
  features: ['wpt', 'rte', 'trk'],
  shared: [],
  leftOut: {},
};

export function readKml(reading: Reading): AsyncGenerator<ReadRecord> {
  return readXml(reading, KML);
}

export function readGpx(reading: Reading): AsyncGenerator<ReadRecord> {
  return readXml(reading, GPX);
}

/**
 * The elements that become features are cut out and parsed one by one, each in a small document with the root and
 * the styles of the whole: files of any size are read with little memory.
 */
async function* readXml(reading: Reading, dialect: Dialect): AsyncGenerator<ReadRecord> {
  const { limits, file } = reading;
  const convert = await converter(dialect);
  const folders = dialect.folders === undefined ? undefined : new FolderNames(dialect.folders);
  const names = [
    ...dialect.features,
    ...dialect.shared,
    ...Object.keys(dialect.leftOut),
    ...(folders === undefined ? [] : ['name']),
  ];
  const leftOut = new LeftOut(dialect.leftOut);
  const splitter = new ElementSplitter(names, limits.featureBytes, file);
  const shared = new SharedElements(limits.featureBytes, file);
  const elements = async function* () {
    for await (const text of xmlText(reading)) yield* splitter.push(text);
    splitter.end();
    const root = startTag(splitter.root).name;
    if (!dialect.roots.includes(root))
      throw new FormatFault('malformed', file, `is no ${dialect.root.toUpperCase()}: its root is <${root}>`);
  };
  for await (const { name, text, line, parents } of elements()) {
    if (name === 'name') {
      folders?.add(text, parents);
      continue;
    }
    if (dialect.shared.includes(name)) {
      shared.add(text);
      continue;
    }
    if (leftOut.isOne(name)) continue;
    const location = reading.next({ line });
    leftOut.look(text);
    if (location === undefined) continue;
    if (text === undefined) {
      yield refuse(location, `is longer than ${limits.featureBytes} characters`);
      continue;
    }
    const found = convert(document(splitter.root, shared.neededBy(text), text, dialect));
    if (typeof found === 'string') {
      yield refuse(location, found);
      continue;
    }
    // Nothing but a point without coordinates and the like gives no feature.
    if (found.length === 0) yield refuse(location, `is a <${name}> without coordinates`);
    for (const [i, feature] of found.entries())
      yield checkFeature(
        inFolder(withMultiGeometry(plain(feature)), folders?.of(parents)),
        i === 0 ? location : (reading.next({ line }) ?? location),
      );
  }
  for (const told of leftOut.told) reading.guess(told);
}

/** A document of one feature. Prefixed names (`kml:Placemark`) lose their prefix, as the root's own. */
function document(root: string, shared: string, element: string, { root: name }: Dialect): string {
  const attributes = /^<[^\s>/]+([\s\S]*?)\/?>$/.exec(root)?.[1] ?? '';
  const prefix = /^<([\w.-]+):/.exec(root)?.[1];
  const whole = `<${name}${attributes}>${shared}${element}</${name}>`;
  return prefix === undefined
    ? whole
    : whole.replaceAll(new RegExp(`(</?)${RegExp.escape(prefix)}:`, 'g'), '$1');
}

/** From a small document to features, or to what is wrong with it. */
async function converter({ root }: Dialect): Promise<(text: string) => AnyFeature[] | string> {
  const { DOMParser, ParseError } = await import('./dom.ts');
  const { kml, gpx } = await import('@tmcw/togeojson');
  const toFeatures = root === 'kml' ? kml : gpx;
  return (text) => {
    let fault: string | undefined;
    const parser = new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') fault ??= message;
      },
    });
    try {
      const parsed = parser.parseFromString(text, 'text/xml');
      if (fault !== undefined) return `is not valid XML: ${fault}`;
      if (/proto|&#/.test(text)) renameProto(parsed);
      if (text.includes('SimpleField')) emptyFalse(parsed);
      return toFeatures(parsed as unknown as Parameters<typeof kml>[0]).features as AnyFeature[];
    } catch (error) {
      if (error instanceof ParseError) return `is not valid XML: ${error.message.split('\n', 1)[0]}`;
      throw error;
    }
  };
}

/** togeojson sets members of plain objects by the names that a file chooses, and this one would change their kind. */
function renameProto(document: ParsedDocument): void {
  for (const element of ['SimpleField', 'SimpleData', 'Data'])
    for (const found of Array.from(document.getElementsByTagNameNS('*', element)))
      if (found.getAttribute('name') === '__proto__') found.setAttribute('name', '_proto_');
}

/** togeojson takes every text of a truth value for true but the empty one. */
function emptyFalse(document: ParsedDocument): void {
  const elements = (name: string) => Array.from(document.getElementsByTagNameNS('*', name));
  const isTruth = elements('SimpleField').filter((field) => field.getAttribute('type') === 'bool');
  const names = new Set(isTruth.map((field) => field.getAttribute('name')));
  for (const data of elements('SimpleData'))
    if (names.has(data.getAttribute('name')) && /^\s*(?:0|false)\s*$/i.test(data.textContent ?? ''))
      data.textContent = '';
}

/**
 * togeojson hands out null where it found nothing, and Maps for some values; JSON settles both. What it notes on the
 * positions of a line (times, heart rates) is left out where there is nothing.
 */
function plain(feature: AnyFeature): AnyFeature {
  return JSON.parse(JSON.stringify(feature), (key, value) =>
    key === 'coordinateProperties' && Object.keys(value).length === 0 ? undefined : value,
  );
}
