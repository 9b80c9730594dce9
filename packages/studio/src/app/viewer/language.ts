import { directionOf, type Language, preferredLanguage } from '../../language/languages.ts';
import { viewerStrings as arabic } from '../strings/ar/viewer.ts';
import type { ViewerStrings } from '../strings/catalogue.ts';
import { viewerStrings as german } from '../strings/de/viewer.ts';
import { viewerStrings as english } from '../strings/en/viewer.ts';

/** A dozen lines each: fewer bytes than one more request would take. */
const CATALOGUES: Record<Language, ViewerStrings> = { en: english, de: german, ar: arabic };

const language = preferredLanguage(navigator.languages);

/** What a page says that only shows a map, in the language of the browser. */
export const t = CATALOGUES[language];

export function followLanguage(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
