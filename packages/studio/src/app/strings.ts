import { batch, computed, effect, signal } from '@preact/signals';
import {
  directionOf,
  isLanguage,
  type Language,
  localeOf,
  preferredLanguage,
} from '../language/languages.ts';
import { remember, remembered } from './memory.ts';
import type { Strings } from './strings/catalogue.ts';
import { strings as english } from './strings/en/en.ts';

/** Loaded when they are wanted, from files that browsers cache permanently. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ strings: Strings }>> = {
  de: () => import('./strings/de/de.ts'),
  ar: () => import('./strings/ar/ar.ts'),
};

export const language = signal<Language>('en');
/** What numbers and dates are formatted by. */
export const locale = computed(() => localeOf(language.value, navigator.languages));

const current = signal<Strings>(english);

/** Everything the studio says. Components that use it are rendered again when the language changes. */
export const t: Strings = new Proxy(english, {
  get: (_, group) => current.value[group as keyof Strings],
});

/** The language that was chosen in this browser, or else the first it asks for. */
export async function startLanguage(): Promise<void> {
  const chosen = remembered('language');
  effect(() => {
    document.documentElement.lang = language.value;
    document.documentElement.dir = directionOf(language.value);
  });
  // Rather in English than not at all.
  await showLanguage(isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages)).catch(() => {});
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  await showLanguage(chosen);
  remember('language', chosen);
}

async function showLanguage(wanted: Language): Promise<void> {
  const catalogue = wanted === 'en' ? english : (await CATALOGUES[wanted]()).strings;
  batch(() => {
    language.value = wanted;
    current.value = catalogue;
  });
}
