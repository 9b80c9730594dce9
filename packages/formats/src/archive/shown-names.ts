const MAX_SHOWN = 5;

/** `a.pdf, b.pdf, c.pdf, d.pdf, e.pdf and 2 more`: of files in an archive, for messages. */
export function shownNames(names: readonly string[]): string {
  const more = names.length - MAX_SHOWN;
  return `${names.slice(0, MAX_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
