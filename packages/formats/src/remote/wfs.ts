import { hash } from 'node:crypto';
import { FormatFault } from '../fault.ts';
import { allText, childOf, elementTree, type XmlNode } from '../xml/element-tree.ts';
import { parameterOf, shownAddress, withParameters } from './address.ts';
import type { Pages } from './paged-reader.ts';
import type { WebClient } from './web-client.ts';

const VERSIONS = ['2.0.0', '1.1.0'];
const PAGE_FEATURES = 1000;
const MAX_CAPABILITIES = 8 * 1024 ** 2;
const MAX_DEPTH = 200;

/** Features of a feature type of a WFS, as GML: in pages of version 2.0 where the server has them, else at once. */
export async function* wfsPages(
  web: WebClient,
  address: URL,
  layer: string | undefined,
  maxBytes: number,
): Pages {
  const service = withParameters(address, { service: 'WFS', request: undefined, outputFormat: undefined });
  const about = await capabilities(web, service);
  const version = about.attributes.version ?? '';
  if (!VERSIONS.includes(version))
    throw new FormatFault(
      'unsupported',
      shownAddress(address),
      `is a WFS ${version}: 2.0.0 and 1.1.0 are read`,
    );
  const isNew = version === '2.0.0';
  const given = parameterOf(address, 'typeNames') ?? parameterOf(address, 'typeName');
  const type = featureType(about, layer ?? given, address);
  // By its long name, for which the order of axes is known. Some servers respond with the short one nevertheless.
  const system = isNew || parameterOf(address, 'srsName') !== undefined ? undefined : type.system;
  const features = withParameters(service, {
    version,
    request: 'GetFeature',
    typeNames: isNew ? type.name : undefined,
    typeName: isNew ? undefined : type.name,
    ...(system !== undefined && { srsName: system }),
  });
  const expected = await countOf(web, withParameters(features, { resultType: 'hits' }));
  const asked = parameterOf(address, isNew ? 'count' : 'maxFeatures');
  if (!isNew || asked !== undefined || !hasPaging(about)) {
    const whole = await page(web, features, maxBytes);
    const read = yield { ...whole, areAxesOfAuthority: system !== undefined };
    if (asked === undefined) refuseLoss(read, expected, address);
    return;
  }
  // A server that limits pages may limit what it counts, too: only an empty page is the end.
  let read = 0;
  let before = '';
  for (let count = -1; count !== 0; ) {
    const part = withParameters(features, { startIndex: String(read), count: String(PAGE_FEATURES) });
    const next = await page(web, part, maxBytes);
    const members = membersOf(next.bytes);
    if (count > 0 && members === before)
      throw new FormatFault('malformed', shownAddress(part), 'is the same page as the one before it');
    before = members;
    count = yield next;
    read += count;
  }
  refuseLoss(read, expected, address);
}

async function capabilities(web: WebClient, service: URL): Promise<XmlNode> {
  const version = parameterOf(service, 'version');
  const url = withParameters(service, {
    request: 'GetCapabilities',
    ...(version === undefined && { acceptVersions: VERSIONS.join(',') }),
    typeName: undefined,
    typeNames: undefined,
  });
  const root = await treeOf(web, url);
  if (root.name !== 'WFS_Capabilities')
    throw new FormatFault('unsupported', shownAddress(service), `is no WFS: it responds with <${root.name}>`);
  return root;
}

async function treeOf(web: WebClient, url: URL): Promise<XmlNode> {
  const { bytes } = await web.bytes(url, MAX_CAPABILITIES, 'application/xml, text/xml');
  const text = Buffer.from(bytes).toString('utf8');
  if (/<!DOCTYPE/i.test(text.slice(0, 10_000)))
    throw new FormatFault('unsafe', shownAddress(url), 'has a document type declaration');
  const tree = elementTree(text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, ''), MAX_DEPTH);
  if (tree === undefined)
    throw new FormatFault('malformed', shownAddress(url), `is deeper than ${MAX_DEPTH} levels`);
  refuseException(tree, url);
  return tree;
}

/** How many features there are; undefined where the server does not know. */
async function countOf(web: WebClient, url: URL): Promise<number | undefined> {
  const { numberMatched, numberOfFeatures } = (await treeOf(web, url)).attributes;
  const text = numberMatched ?? numberOfFeatures ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

async function page(web: WebClient, url: URL, maxBytes: number) {
  const { bytes } = await web.bytes(url, maxBytes);
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('utf8');
  if (/<(?:\w+:)?(?:ExceptionReport|ServiceExceptionReport)\b/.test(head))
    refuseException(elementTree(head.replace(/^[^<]*<\?xml[^>]*\?>\s*/, ''), MAX_DEPTH), url, head);
  return { bytes, format: 'gml' as const };
}

/** A page without its head, which has times and numbers. */
function membersOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes);
  return hash('sha256', text.subarray(Math.max(0, text.indexOf('member>'))), 'hex');
}

function refuseException(tree: XmlNode | undefined, url: URL, raw = ''): void {
  if (tree !== undefined && !/ExceptionReport$/.test(tree.name)) return;
  const said = (tree === undefined ? raw : allText(tree)).replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  throw new FormatFault('unavailable', shownAddress(url), `the server reports: ${said}`);
}

type FeatureType = { name: string; system: string | undefined };

function featureType(about: XmlNode, asked: string | undefined, address: URL): FeatureType {
  const types = descendants(about, 'FeatureType').map((type) => ({
    name: allText(childOf(type, 'Name') ?? NOTHING).trim(),
    system: /^(?:urn:|https?:\/\/www\.opengis\.net\/def\/).*/.exec(
      allText(childOf(type, 'DefaultSRS') ?? NOTHING).trim(),
    )?.[0],
  }));
  // Prefixes are often left out by those who type names.
  const chosen =
    asked === undefined ? types : types.filter(({ name }) => name === asked || name.split(':')[1] === asked);
  if (chosen.length === 1) return chosen[0]!;
  const list = types.map(({ name }) => name).join(', ') || 'none';
  throw new FormatFault(
    'option',
    shownAddress(address),
    asked === undefined
      ? `has the layers ${list}: choose one (layer)`
      : `has no layer ${asked}: it has ${list}`,
  );
}

const NOTHING: XmlNode = { name: '', attributes: {}, children: [], parts: [] };

function hasPaging(about: XmlNode): boolean {
  return descendants(about, 'Constraint').some(
    ({ attributes, children }) =>
      attributes.name === 'ImplementsResultPaging' &&
      children.some((child) => allText(child).trim().toUpperCase() === 'TRUE'),
  );
}

function refuseLoss(read: number, expected: number | undefined, address: URL): void {
  if (expected !== undefined && read < expected)
    throw new FormatFault('truncated', shownAddress(address), `has ${expected} features, but sent ${read}`);
}

function descendants(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((child) =>
    child.name === name ? [child, ...descendants(child, name)] : descendants(child, name),
  );
}
