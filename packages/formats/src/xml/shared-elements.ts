import { FormatFault } from '../fault.ts';

/** Styles and schemas that features name by their ids. Each feature gets those it needs and no others. */
export class SharedElements {
  readonly #byId = new Map<string, string>();
  readonly #limit: number;
  readonly #file: string;
  #length = 0;

  constructor(limit: number, file: string) {
    this.#limit = limit;
    this.#file = file;
  }

  add(text: string | undefined): void {
    const id = text === undefined ? undefined : /^<[^>]*?\bid\s*=\s*["']([^"']*)["']/.exec(text)?.[1];
    if (id === undefined) return;
    this.#length += text!.length;
    if (this.#length > this.#limit)
      throw new FormatFault('tooLarge', this.#file, `has styles of more than ${this.#limit} characters`);
    this.#byId.set(id, text!);
  }

  /** A style map references styles. */
  neededBy(element: string): string {
    const found = new Map<string, string>();
    this.#collect(element, found);
    return [...found.values()].join('');
  }

  #collect(element: string, found: Map<string, string>): void {
    for (const [, url, schema] of element.matchAll(
      /styleUrl>\s*#?([^<\s]+)\s*<|schemaUrl\s*=\s*["']#?([^"']+)["']/g,
    )) {
      const id = (url ?? schema)!;
      const text = this.#byId.get(id);
      if (text === undefined || found.has(id)) continue;
      found.set(id, text);
      this.#collect(text, found);
    }
  }
}
