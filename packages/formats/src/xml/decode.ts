const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const CODED = /<!\[CDATA\[([\s\S]*?)\]\]>|&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g;

/** Text of XML without entities and CDATA sections. There are no entities but XML's own: a DTD is refused. */
export function decodeXml(text: string): string {
  if (!text.includes('&') && !text.includes('<')) return text;
  return text.replaceAll(CODED, (whole, raw, decimal, hex, name) => {
    if (raw !== undefined) return raw;
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
