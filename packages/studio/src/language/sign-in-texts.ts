import { directionOf, type Language, preferredLanguage } from './languages.ts';
import { signInPageStrings as arabic } from './sign-in/ar.ts';
import { signInPageStrings as german } from './sign-in/de.ts';
import { signInPageStrings as english, type SignInPageStrings } from './sign-in/en.ts';

const CATALOGUES: Record<Language, SignInPageStrings> = { en: english, de: german, ar: arabic };

/** What the page for signing in says. */
export type SignInTexts = { language: Language; direction: 'ltr' | 'rtl'; texts: SignInPageStrings };

/** In the first language of the browser that there is a catalogue for: `de-CH,de;q=0.9,en;q=0.8`. */
export function signInTexts(acceptLanguage: string | undefined): SignInTexts {
  const language = preferredLanguage(wantedLanguages(acceptLanguage));
  return { language, direction: directionOf(language), texts: CATALOGUES[language] };
}

/** The tags of a header, those that are wanted most first; what is wanted with weight 0 is not. */
function wantedLanguages(header = ''): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith('q='));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
