import { setMember } from '../json.ts';
import { allText, type XmlNode } from '../xml/element-tree.ts';
import { GML_GEOMETRIES } from './gml-geometry.ts';

/** `others`: names of properties with geometries behind the first, which is that of the feature. */
export type GmlFeature = {
  id?: string;
  properties: Record<string, unknown>;
  geometry?: XmlNode;
  others: string[];
};

/** Of every feature, and no property. */
const NO_PROPERTIES = new Set(['boundedBy', 'metaDataProperty']);

/** The properties of a feature as texts, nested ones as objects, and the element of its geometry. */
export function gmlFeature(node: XmlNode): GmlFeature {
  const properties: Record<string, unknown> = {};
  const id = node.attributes.id ?? node.attributes.fid;
  let geometry: XmlNode | undefined;
  const others: string[] = [];
  for (const child of node.children) {
    if (NO_PROPERTIES.has(child.name)) continue;
    const shape = child.children.find(({ name }) => GML_GEOMETRIES.has(name));
    if (shape !== undefined && geometry !== undefined) others.push(child.name);
    else if (shape !== undefined) geometry = shape;
    else add(properties, child.name, contentOf(child));
  }
  return { properties, others, ...(id !== undefined && { id }), ...(geometry !== undefined && { geometry }) };
}

function contentOf(node: XmlNode): unknown {
  const { nil, href } = node.attributes;
  if (nil === 'true' || nil === '1') return undefined;
  if (node.children.length === 0) {
    const text = allText(node);
    return text === '' ? (href ?? '') : text;
  }
  const value: Record<string, unknown> = {};
  for (const child of node.children) add(value, child.name, contentOf(child));
  return value;
}

/** What comes twice becomes a list. */
function add(target: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) return;
  const before = Object.hasOwn(target, name) ? target[name] : undefined;
  if (before === undefined) setMember(target, name, value);
  else setMember(target, name, Array.isArray(before) ? [...before, value] : [before, value]);
}
