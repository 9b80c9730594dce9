/** A piece of HTML: what it holds is escaped. */
export type Markup = { readonly markup: string };

type Piece = Markup | string | number | readonly Markup[];

/** Escapes every value that is not markup itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return { markup: strings.reduce((text, string, index) => text + render(values[index - 1]!) + string) };
}

/** Text that is known to be HTML. */
export function trusted(markup: string): Markup {
  return { markup };
}

export function joined(pieces: readonly Markup[], separator: string): Markup {
  return trusted(pieces.map(({ markup }) => markup).join(render(separator)));
}

/** Plain text with its paragraphs, and with `code` between backticks. */
export function prose(text: string): Markup {
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

export function inline(text: string): Markup {
  const pieces = text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
  return joined(pieces, '');
}

function render(piece: Piece): string {
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece));
  return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
