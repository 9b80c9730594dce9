import type { Losses } from '../write/losses.ts';

/** What XML 1.0 has no way to write. */
const NOT_IN_XML = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;
/** Line ends and tabs too: parsers change them otherwise. */
const SPECIAL = /[&<>"\r\n\t]/g;
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** A text for an element or an attribute. */
export function escapeXml(text: string, losses?: Losses): string {
  const allowed = text.replaceAll(NOT_IN_XML, '');
  if (allowed.length < text.length) losses?.add('xmlCharacters', text.length - allowed.length);
  return allowed.replaceAll(SPECIAL, (character) => ESCAPES[character]!);
}
