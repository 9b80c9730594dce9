import type { strings } from './en/en.ts';
import type { viewerStrings } from './en/viewer.ts';

/** The texts of the studio: English is the source. */
export type Strings = typeof strings;
export type ViewerStrings = typeof viewerStrings;

/** Another language. What it lacks is said in English. */
export type Translation<Part = Strings> = {
  // biome-ignore lint/suspicious/noExplicitAny: whatever a text is made with, its translation is made with the same
  [Key in keyof Part]?: Part[Key] extends string | ((...values: any[]) => string)
    ? Part[Key]
    : Translation<Part[Key]>;
};

/** One of its groups. */
export type TextsOf<Group extends keyof Strings> = Translation<Strings[Group]>;

/** A translation with the English texts that it lacks. */
export function completed<Part extends object>(translation: Translation<Part>, english: Part): Part {
  const entries = Object.entries(english).map(([key, source]) => {
    const own = translation[key as keyof Part];
    if (own === undefined) return [key, source];
    return [key, typeof source === 'object' ? completed(own as object, source as object) : own];
  });
  return Object.fromEntries(entries) as Part;
}
