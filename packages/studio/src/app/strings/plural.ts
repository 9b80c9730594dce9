/** What a count calls for: `few` and `many` in Arabic, only `one` and `other` in English. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form of a word by the rules of a language. */
export function pluralOf(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
