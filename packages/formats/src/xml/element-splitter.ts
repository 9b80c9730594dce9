import { FormatFault } from '../fault.ts';

/** An element that is open, with its start tag. The same object stands for it in every list of parents. */
export type XmlParent = { readonly name: string; readonly tag: string };

/** A whole element as text, the line it begins in, and the elements around it from the root inwards. */
export type XmlElement = {
  name: string;
  text: string | undefined;
  line: number;
  parents: readonly XmlParent[];
};

type Markup = { kind: 'start' | 'end' | 'empty'; name: string };

/**
 * Cuts XML into the elements of some names, however deep they stand, and holds one at a time. It parses nothing: what
 * is cut out is given to a parser piece by piece. A document type declaration is refused, so that there are no
 * entities but XML's own.
 */
export class ElementSplitter {
  /** The start tag of the root, with its namespaces. */
  root = '';
  readonly #names: ReadonlySet<string>;
  readonly #containers: ReadonlySet<string>;
  readonly #limit: number;
  readonly #file: string;
  #text = '';
  #line = 1;
  #open: XmlParent[] = [];
  /** The wanted element that is open: its depth, its text so far, its line. */
  #element: { name: string; depth: number; parts: string[]; length: number; line: number } | undefined;

  /** @param containers every child of an element of these names is cut out, whatever its name is */
  constructor(names: Iterable<string>, limit: number, file: string, containers: Iterable<string> = []) {
    this.#names = new Set(names);
    this.#containers = new Set(containers);
    this.#limit = limit;
    this.#file = file;
  }

  *push(text: string): Generator<XmlElement> {
    this.#text += text;
    for (;;) {
      const start = this.#text.indexOf('<');
      if (start < 0) {
        this.#take(this.#text.length);
        return;
      }
      if (start > 0) this.#take(start);
      const end = this.#endOfMarkup();
      if (end < 0) {
        if (this.#text.length > this.#limit)
          throw new FormatFault(
            'tooLarge',
            this.#file,
            `has markup longer than ${this.#limit} characters in line ${this.#line}`,
          );
        return;
      }
      const element = this.#markup(this.#text.slice(0, end));
      if (element !== undefined) yield element;
    }
  }

  end(): void {
    if (this.#text.trim() !== '' || this.#open.length > 0)
      throw new FormatFault(
        'truncated',
        this.#file,
        `ends within <${this.#open.at(-1)?.name ?? ''}> (line ${this.#line})`,
      );
    if (this.root === '') throw new FormatFault('malformed', this.#file, 'has no element');
  }

  /** Where the comment, CDATA section, instruction or tag at the start of the text ends; -1 if that is not there yet. */
  #endOfMarkup(): number {
    const text = this.#text;
    const closing = text.startsWith('<!--')
      ? '-->'
      : text.startsWith('<![CDATA[')
        ? ']]>'
        : text.startsWith('<?')
          ? '?>'
          : undefined;
    if (closing !== undefined) {
      const end = text.indexOf(closing, closing === '-->' ? 4 : 2);
      return end < 0 ? -1 : end + closing.length;
    }
    // `<!` may yet become a comment or a CDATA section.
    if (text.startsWith('<!')) {
      if ('<!--'.startsWith(text.slice(0, 4)) || '<![CDATA['.startsWith(text.slice(0, 9))) return -1;
      throw new FormatFault(
        'unsafe',
        this.#file,
        `has a document type declaration in line ${this.#line}, which is refused`,
      );
    }
    return endOfTag(text);
  }

  #markup(markup: string): XmlElement | undefined {
    const isTag = !markup.startsWith('<!') && !markup.startsWith('<?');
    if (!isTag) {
      this.#take(markup.length);
      return undefined;
    }
    const { kind, name } = tagOf(markup);
    if (kind === 'end') {
      if (this.#open.pop()?.name !== name)
        throw new FormatFault(
          'malformed',
          this.#file,
          `closes </${name}> in line ${this.#line}, which is not open`,
        );
      this.#take(markup.length);
      return this.#element?.depth === this.#open.length ? this.#finish() : undefined;
    }
    if (this.#open.length === 0 && this.root !== '')
      throw new FormatFault('malformed', this.#file, `has a second root element in line ${this.#line}`);
    if (this.root === '') this.root = markup;
    if (this.#element === undefined && this.#isWanted(name))
      this.#element = {
        name: localName(name),
        depth: this.#open.length,
        parts: [],
        length: 0,
        line: this.#line,
      };
    if (kind === 'start') this.#open.push({ name, tag: markup });
    this.#take(markup.length);
    return kind === 'empty' && this.#element?.depth === this.#open.length ? this.#finish() : undefined;
  }

  #isWanted(name: string): boolean {
    const parent = this.#open.at(-1);
    return (
      this.#names.has(localName(name)) ||
      (parent !== undefined && this.#containers.has(localName(parent.name)))
    );
  }

  #finish(): XmlElement {
    const { name, parts, length, line, depth } = this.#element!;
    this.#element = undefined;
    return {
      name,
      text: length > this.#limit ? undefined : parts.join(''),
      line,
      parents: this.#open.slice(0, depth),
    };
  }

  /** Passes over text, keeping it if it belongs to a wanted element. */
  #take(length: number): void {
    const taken = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    for (let at = taken.indexOf('\n'); at >= 0; at = taken.indexOf('\n', at + 1)) this.#line++;
    if (this.#element === undefined) return;
    this.#element.length += taken.length;
    if (this.#element.length > this.#limit) this.#element.parts = [];
    else this.#element.parts.push(taken);
  }
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function tagOf(tag: string): Markup {
  const isEnd = tag.startsWith('</');
  const name = /^[^\s/>]*/.exec(tag.slice(isEnd ? 2 : 1))![0];
  return { kind: isEnd ? 'end' : tag.endsWith('/>') ? 'empty' : 'start', name };
}

/** Behind the `>` that ends a tag; one in a quoted attribute does not. */
function endOfTag(text: string): number {
  for (let at = 1; ; ) {
    const end = text.indexOf('>', at);
    if (end < 0) return -1;
    const quote = /["']/.exec(text.slice(at, end));
    if (quote === null) return end + 1;
    const closing = text.indexOf(quote[0], at + quote.index + 1);
    if (closing < 0) return -1;
    at = closing + 1;
  }
}
