import { zlibSync } from 'fflate';
import { PbfWriter } from 'pbf';
import { elementTree, type XmlNode } from '../xml/element-tree.ts';
import { OSM_SAMPLE } from './osm-sample.ts';

type Options = { isDense?: boolean; isRaw?: boolean; feature?: string };

/** The sample in the other format of OpenStreetMap. */
export function osmPbfSample({ isDense = true, isRaw = false, feature }: Options = {}): Uint8Array {
  const header = new PbfWriter();
  header.writeStringField(4, 'OsmSchema-V0.6');
  header.writeStringField(4, feature ?? 'DenseNodes');
  const { children } = elementTree(OSM_SAMPLE.slice(OSM_SAMPLE.indexOf('<osm')), 10)!;
  const named = (name: string) => children.filter((child) => child.name === name);
  const texts = new Texts();
  const groups = [
    isDense ? denseGroup(named('node'), texts) : plainGroup(named('node'), texts),
    group(3, named('way'), (way, out) => {
      out.writeVarintField(1, Number(way.attributes.id));
      texts.writeTags(way, out);
      out.writePackedSVarint(
        8,
        differences(childrenOf(way, 'nd').map(({ attributes }) => Number(attributes.ref))),
      );
    }),
    group(4, named('relation'), (relation, out) => {
      const members = childrenOf(relation, 'member').map(({ attributes }) => attributes);
      out.writeVarintField(1, Number(relation.attributes.id));
      texts.writeTags(relation, out);
      out.writePackedVarint(
        8,
        members.map(({ role }) => texts.index(role!)),
      );
      out.writePackedSVarint(9, differences(members.map(({ ref }) => Number(ref))));
      out.writePackedVarint(
        10,
        members.map(({ type }) => ['node', 'way', 'relation'].indexOf(type!)),
      );
    }),
  ];
  const block = new PbfWriter();
  block.writeBytesField(1, texts.table());
  for (const bytes of groups) block.writeBytesField(2, bytes);
  return Buffer.concat([blob('OSMHeader', header.finish(), isRaw), blob('OSMData', block.finish(), isRaw)]);
}

/** A blob with its header; `size` is what it says that it inflates to. */
export function blob(type: string, data: Uint8Array, isRaw = false, size = data.length): Uint8Array {
  const content = new PbfWriter();
  if (isRaw) content.writeBytesField(1, data);
  else {
    content.writeVarintField(2, size);
    content.writeBytesField(3, zlibSync(data));
  }
  const bytes = content.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, bytes.length);
  const head = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, bytes]);
}

class Texts {
  readonly #texts = [''];

  index(text: string): number {
    if (!this.#texts.includes(text)) this.#texts.push(text);
    return this.#texts.indexOf(text);
  }

  indexes(node: XmlNode): [key: number, value: number][] {
    return childrenOf(node, 'tag').map(({ attributes }) => [
      this.index(attributes.k!),
      this.index(attributes.v!),
    ]);
  }

  writeTags(node: XmlNode, out: PbfWriter): void {
    const tags = this.indexes(node);
    out.writePackedVarint(
      2,
      tags.map(([key]) => key),
    );
    out.writePackedVarint(
      3,
      tags.map(([, value]) => value),
    );
  }

  table(): Uint8Array {
    const out = new PbfWriter();
    for (const text of this.#texts) out.writeStringField(1, text);
    return out.finish();
  }
}

function group(tag: number, nodes: XmlNode[], write: (node: XmlNode, out: PbfWriter) => void): Uint8Array {
  const out = new PbfWriter();
  for (const node of nodes) {
    const one = new PbfWriter();
    write(node, one);
    out.writeBytesField(tag, one.finish());
  }
  return out.finish();
}

const units = (degrees: string | undefined) => Math.round(Number(degrees) * 1e7);

function plainGroup(nodes: XmlNode[], texts: Texts): Uint8Array {
  return group(1, nodes, (node, out) => {
    out.writeSVarintField(1, Number(node.attributes.id));
    texts.writeTags(node, out);
    out.writeSVarintField(8, units(node.attributes.lat));
    out.writeSVarintField(9, units(node.attributes.lon));
  });
}

function denseGroup(nodes: XmlNode[], texts: Texts): Uint8Array {
  const dense = new PbfWriter();
  const column = (of: (attributes: XmlNode['attributes']) => number) =>
    differences(nodes.map(({ attributes }) => of(attributes)));
  dense.writePackedSVarint(
    1,
    column(({ id }) => Number(id)),
  );
  dense.writePackedSVarint(
    8,
    column(({ lat }) => units(lat)),
  );
  dense.writePackedSVarint(
    9,
    column(({ lon }) => units(lon)),
  );
  dense.writePackedVarint(
    10,
    nodes.flatMap((node) => [...texts.indexes(node).flat(), 0]),
  );
  const out = new PbfWriter();
  out.writeBytesField(2, dense.finish());
  return out.finish();
}

function childrenOf({ children }: XmlNode, name: string): XmlNode[] {
  return children.filter((child) => child.name === name);
}

function differences(numbers: number[]): number[] {
  return numbers.map((number, i) => number - (numbers[i - 1] ?? 0));
}
