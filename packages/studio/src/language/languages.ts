/** The languages of the studio, each called by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;

export type Language = keyof typeof LANGUAGES;

const FROM_RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(['ar']);

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
}

/** The first language of the browser that there is a catalogue for. */
export function preferredLanguage(tags: readonly string[]): Language {
  return tags.map(languageOf).find(isLanguage) ?? 'en';
}

/**
 * What numbers and dates are written by: `de-CH` where the browser asks for it. Coordinates and values of properties
 * are written with the digits 0 to 9, so all numbers are.
 */
export function localeOf(language: Language, tags: readonly string[]): string {
  const own = tags.find((tag) => languageOf(tag) === language) ?? language;
  return new Intl.Locale(own, { numberingSystem: 'latn' }).toString();
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return FROM_RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}

function languageOf(tag: string): string {
  return tag.split('-')[0]!.toLowerCase();
}
