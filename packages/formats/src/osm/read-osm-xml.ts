import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import { setMember } from '../json.ts';
import type { Reading } from '../reading.ts';
import { ElementSplitter } from '../xml/element-splitter.ts';
import { elementTree, startTag, type XmlNode } from '../xml/element-tree.ts';
import { xmlText } from '../xml/text-stream.ts';
import { osmFeatures } from './osm-features.ts';
import type { OsmNode, OsmObject, OsmTags } from './osm-objects.ts';

/** OpenStreetMap XML: planet files, and what the API, Overpass and JOSM write. */
export async function* readOsmXml(reading: Reading): AsyncGenerator<ReadRecord> {
  yield* osmFeatures(objectsOf(reading), reading);
}

async function* objectsOf(reading: Reading): AsyncGenerator<OsmObject> {
  const { limits, file } = reading;
  const splitter = new ElementSplitter(['node', 'way', 'relation'], limits.featureBytes, file);
  const elements = async function* () {
    for await (const text of xmlText(reading)) {
      reading.options.signal?.throwIfAborted();
      yield* splitter.push(text);
    }
    splitter.end();
    const root = startTag(splitter.root).name;
    if (root !== 'osm')
      throw new FormatFault('malformed', file, `is no OpenStreetMap XML: its root is <${root}>`);
  };
  for await (const { name, text, line } of elements()) {
    const tree = text === undefined ? undefined : elementTree(text, limits.depth);
    if (tree === undefined)
      throw new FormatFault('tooLarge', file, `has a ${name} in line ${line} that is too large`);
    const { visible, action } = tree.attributes;
    if (visible !== 'false' && action !== 'delete') yield* objectOf(tree, line, file);
  }
}

function* objectOf(tree: XmlNode, line: number, file: string): Generator<OsmObject> {
  const fault = (what: string) => new FormatFault('malformed', file, `${what} in line ${line}`);
  const number = (node: XmlNode, attribute: string) => {
    const text = node.attributes[attribute];
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(value))
      throw fault(`has a <${node.name}> whose ${attribute} is ${JSON.stringify(text)}, not a number,`);
    return value;
  };
  const id = number(tree, 'id');
  const tags = tagsOf(tree);
  const named = (name: string) => tree.children.filter((child) => child.name === name);
  if (tree.name === 'node')
    yield { type: 'node', id, lon: number(tree, 'lon'), lat: number(tree, 'lat'), tags };
  else if (tree.name === 'way') {
    const parts = named('nd');
    // Overpass may write where nodes are into the ways.
    for (const part of parts)
      if (part.attributes.lat !== undefined && part.attributes.lon !== undefined)
        yield located(number(part, 'ref'), number(part, 'lon'), number(part, 'lat'));
    yield { type: 'way', id, refs: parts.map((part) => number(part, 'ref')), tags };
  } else {
    const members = named('member').map((member) => ({
      type: member.attributes.type ?? '',
      ref: number(member, 'ref'),
      role: member.attributes.role ?? '',
    }));
    yield { type: 'relation', id, members, tags };
  }
}

function located(id: number, lon: number, lat: number): OsmNode {
  return { type: 'node', id, lon, lat, tags: {} };
}

function tagsOf({ children }: XmlNode): OsmTags {
  const tags: OsmTags = {};
  for (const { name, attributes } of children)
    if (name === 'tag' && attributes.k !== undefined) setMember(tags, attributes.k, attributes.v ?? '');
  return tags;
}
