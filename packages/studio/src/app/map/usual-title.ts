/** Properties that usually say what a feature is called, the best first. */
const USUAL = ['name', 'title', 'label', 'name_en', 'name:en', 'nameen', 'display_name', 'caption'];

/** That of these properties which usually says what a feature is called, whatever its case. */
export function usualTitleProperty(names: readonly string[]): string | undefined {
  for (const usual of USUAL) {
    const found = names.find((name) => name.toLowerCase() === usual);
    if (found !== undefined) return found;
  }
  return undefined;
}
