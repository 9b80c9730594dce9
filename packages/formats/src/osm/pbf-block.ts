import { PbfReader } from 'pbf';
import { setMember } from '../json.ts';
import type { OsmMember, OsmNode, OsmObject, OsmRelation, OsmTags, OsmWay } from './osm-objects.ts';

const MEMBER_TYPES = ['node', 'way', 'relation'];

/** What numbers of a block stand for. */
type Block = {
  texts: string[];
  groups: Uint8Array[];
  granularity: number;
  lonOffset: number;
  latOffset: number;
};

/** The objects of a PrimitiveBlock. Throws what the decoder throws about damaged bytes. */
export function* objectsOfBlock(bytes: Uint8Array): Generator<OsmObject> {
  const block = new PbfReader(bytes).readFields(
    (tag, found: Block, pbf) => {
      if (tag === 1)
        pbf.readMessage((inner, texts: string[]) => inner === 1 && texts.push(pbf.readString()), found.texts);
      else if (tag === 2) found.groups.push(pbf.readBytes());
      else if (tag === 17) found.granularity = pbf.readVarint();
      else if (tag === 19) found.latOffset = pbf.readVarint(true);
      else if (tag === 20) found.lonOffset = pbf.readVarint(true);
    },
    { texts: [], groups: [], granularity: 100, lonOffset: 0, latOffset: 0 },
  );
  for (const group of block.groups) yield* objectsOfGroup(group, block);
}

function* objectsOfGroup(bytes: Uint8Array, block: Block): Generator<OsmObject> {
  const parts = new PbfReader(bytes).readFields((tag, found: [tag: number, part: Uint8Array][], pbf) => {
    if (tag >= 1 && tag <= 4) found.push([tag, pbf.readBytes()]);
  }, []);
  for (const [tag, part] of parts)
    if (tag === 1) yield nodeOf(part, block);
    else if (tag === 2) yield* denseNodes(part, block);
    else if (tag === 3) yield* wayOf(part, block);
    else yield relationOf(part, block);
}

type Tagged = { id: number; keys: number[]; values: number[] };

/** The fields that all objects share; true where it was one of them. */
function readTagged(tag: number, found: Tagged, pbf: PbfReader): boolean {
  if (tag === 2) pbf.readPackedVarint(found.keys);
  else if (tag === 3) pbf.readPackedVarint(found.values);
  else return false;
  return true;
}

function nodeOf(bytes: Uint8Array, block: Block): OsmNode {
  const found = new PbfReader(bytes).readFields(
    (tag, node, pbf) => {
      if (readTagged(tag, node, pbf)) return;
      if (tag === 1) node.id = pbf.readSVarint();
      else if (tag === 8) node.lat = pbf.readSVarint();
      else if (tag === 9) node.lon = pbf.readSVarint();
    },
    { id: 0, keys: [] as number[], values: [] as number[], lat: 0, lon: 0 },
  );
  return {
    type: 'node',
    id: found.id,
    ...positionOf(found.lon, found.lat, block),
    tags: tagsOf(found, block),
  };
}

function* denseNodes(bytes: Uint8Array, block: Block): Generator<OsmNode> {
  const { ids, lats, lons, tags } = new PbfReader(bytes).readFields(
    (tag, dense, pbf) => {
      if (tag === 1) pbf.readPackedSVarint(dense.ids);
      else if (tag === 8) pbf.readPackedSVarint(dense.lats);
      else if (tag === 9) pbf.readPackedSVarint(dense.lons);
      else if (tag === 10) pbf.readPackedVarint(dense.tags);
    },
    { ids: [] as number[], lats: [] as number[], lons: [] as number[], tags: [] as number[] },
  );
  if (lats.length !== ids.length || lons.length !== ids.length)
    throw new Error(`${ids.length} nodes have ${lons.length} longitudes and ${lats.length} latitudes`);
  let [id, lat, lon, at] = [0, 0, 0, 0];
  for (let i = 0; i < ids.length; i++) {
    id += ids[i]!;
    lat += lats[i]!;
    lon += lons[i]!;
    const own: Tagged = { id, keys: [], values: [] };
    for (; at < tags.length && tags[at] !== 0; at += 2) {
      own.keys.push(tags[at]!);
      own.values.push(tags[at + 1] ?? -1);
    }
    at++;
    yield { type: 'node', id, ...positionOf(lon, lat, block), tags: tagsOf(own, block) };
  }
}

/** A file may have the positions of nodes in its ways. */
function* wayOf(bytes: Uint8Array, block: Block): Generator<OsmObject> {
  const found = new PbfReader(bytes).readFields(
    (tag, way, pbf) => {
      if (readTagged(tag, way, pbf)) return;
      if (tag === 1) way.id = pbf.readVarint(true);
      else if (tag === 8) pbf.readPackedSVarint(way.refs);
      else if (tag === 9) pbf.readPackedSVarint(way.lats);
      else if (tag === 10) pbf.readPackedSVarint(way.lons);
    },
    {
      id: 0,
      keys: [] as number[],
      values: [] as number[],
      refs: [] as number[],
      lats: [] as number[],
      lons: [] as number[],
    },
  );
  const [refs, lats, lons] = [sums(found.refs), sums(found.lats), sums(found.lons)];
  if (lats.length === refs.length && lons.length === refs.length)
    for (const [i, id] of refs.entries())
      yield { type: 'node', id, ...positionOf(lons[i]!, lats[i]!, block), tags: {} };
  yield { type: 'way', id: found.id, refs, tags: tagsOf(found, block) } satisfies OsmWay;
}

function relationOf(bytes: Uint8Array, block: Block): OsmRelation {
  const found = new PbfReader(bytes).readFields(
    (tag, relation, pbf) => {
      if (readTagged(tag, relation, pbf)) return;
      if (tag === 1) relation.id = pbf.readVarint(true);
      else if (tag === 8) pbf.readPackedVarint(relation.roles);
      else if (tag === 9) pbf.readPackedSVarint(relation.refs);
      else if (tag === 10) pbf.readPackedVarint(relation.types);
    },
    {
      id: 0,
      keys: [] as number[],
      values: [] as number[],
      roles: [] as number[],
      refs: [] as number[],
      types: [] as number[],
    },
  );
  const members = sums(found.refs).map(
    (ref, i): OsmMember => ({
      type: MEMBER_TYPES[found.types[i] ?? -1] ?? '',
      ref,
      role: textAt(found.roles[i], block),
    }),
  );
  return { type: 'relation', id: found.id, members, tags: tagsOf(found, block) };
}

/** In nanodegrees: a division gives the double that is nearest to the decimal number, a product does not. */
function positionOf(lon: number, lat: number, { granularity, lonOffset, latOffset }: Block) {
  return { lon: (lonOffset + granularity * lon) / 1e9, lat: (latOffset + granularity * lat) / 1e9 };
}

function tagsOf({ keys, values }: Tagged, block: Block): OsmTags {
  const tags: OsmTags = {};
  for (const [i, key] of keys.entries()) setMember(tags, textAt(key, block), textAt(values[i], block));
  return tags;
}

function textAt(index: number | undefined, { texts }: Block): string {
  const text = texts[index ?? -1];
  if (text === undefined) throw new Error(`text ${index} of ${texts.length}`);
  return text;
}

function sums(differences: number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}
