/**
 * Texts that differ only in case become equal: the full case folding of Unicode, `Straße` = `STRASSE`. The final sigma
 * of Greek depends on where it stands, so both forms become the ordinary one.
 */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Texts that differ only in accents become equal: `Chișinău` = `Chisinau`. Letters such as `ø` have no accent. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC');
}
