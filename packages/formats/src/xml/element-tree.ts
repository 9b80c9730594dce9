import { decodeXml } from './decode.ts';
import { localName } from './element-splitter.ts';

/** An element with its children. Names are without their prefixes. */
export type XmlNode = {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  /** Texts and children in their order. */
  parts: (string | XmlNode)[];
};

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<\/?[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>|[^<]+/g;
const ATTRIBUTE = /([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The tree of one element that an ElementSplitter cut out: so its tags are balanced and there is no DTD. Undefined if it
 * is deeper than allowed.
 */
export function elementTree(text: string, maxDepth: number): XmlNode | undefined {
  const top: XmlNode = { name: '', attributes: {}, children: [], parts: [] };
  const open = [top];
  for (const [token] of text.matchAll(TOKEN)) {
    const parent = open.at(-1)!;
    if (token.startsWith('<!--') || token.startsWith('<?')) continue;
    if (!token.startsWith('<') || token.startsWith('<![CDATA[')) parent.parts.push(decodeXml(token));
    else if (token.startsWith('</')) {
      if (open.length > 1) open.pop();
    } else {
      const node: XmlNode = { ...startTag(token), children: [], parts: [] };
      parent.children.push(node);
      parent.parts.push(node);
      if (token.endsWith('/>')) continue;
      open.push(node);
      if (open.length > maxDepth) return undefined;
    }
  }
  return top.children[0];
}

/** Name and attributes of a start tag. */
export function startTag(tag: string): Pick<XmlNode, 'name' | 'attributes'> {
  const whole = /^<([^\s/>]*)/.exec(tag)?.[1] ?? '';
  const attributes: Record<string, string> = {};
  for (const [, name, double, single] of tag.slice(whole.length + 1).matchAll(ATTRIBUTE))
    Object.defineProperty(attributes, localName(name!), {
      value: decodeXml(double ?? single ?? ''),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return { name: localName(whole), attributes };
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** All text in it. */
export function allText({ parts }: XmlNode): string {
  return parts.map((part) => (typeof part === 'string' ? part : allText(part))).join('');
}
