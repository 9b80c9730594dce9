/** Attributes, and properties of our components, that people read or hear. */
const SPOKEN = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'text',
  'hint',
  'aria-label',
  'aria-description',
]);

/** What is open while code is read: an element, its properties, or any other bracket. */
type Open = { kind: 'element' | 'properties' | 'other'; argument: number; property: string };

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/;
const COMPARED = /[!=]== "(?:[^"\\]|\\.)*"|"\w+" in /;
const NAME = /(?<name>[\w$]+|"[\w-]+"): /;
const TEXT = /(?<text>"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/;
const BRACKET = /(?<element>\bjsx\()|(?<open>[([{])|(?<close>[)\]}])|(?<comma>,)/;
const TOKEN = new RegExp(
  [COMMENT, COMPARED, NAME, TEXT, BRACKET].map(({ source }) => `(?:${source})`).join('|'),
  'g',
);

/**
 * The words that components show or read out without asking a catalogue. `code` is what a compiler makes of JSX:
 * `jsx(type, properties, ...children)`, with strings in double quotes.
 */
export function literalTexts(code: string): string[] {
  const opened: Open[] = [];
  const found: string[] = [];
  for (const { groups } of code.matchAll(TOKEN)) {
    const { name, text, element, open, close, comma } = groups!;
    const at = opened.at(-1);
    if (element) opened.push({ kind: 'element', argument: 0, property: '' });
    else if (open)
      opened.push({ kind: isOfProperties(open, at) ? 'properties' : 'other', argument: 0, property: '' });
    else if (close) opened.pop();
    else if (comma && at) at.argument += 1;
    else if (name && at) at.property = name.replaceAll('"', '');
    else if (text && at && isSaid(at) && hasWords(text)) found.push(text.slice(1, -1));
  }
  return found;
}

function isOfProperties(open: string, at: Open | undefined): boolean {
  return open === '{' && at?.kind === 'element' && at.argument === 1;
}

function isSaid({ kind, argument, property }: Open): boolean {
  return kind === 'element' ? argument >= 2 : kind === 'properties' && SPOKEN.has(property);
}

/** `${count} px` has one, `${low} – ${high}` none. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\$\{[^}]*\}|\\./g, ''));
}
