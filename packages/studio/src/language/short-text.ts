/** A text as it is, cut where it would be too long to show, with a sign that it was: never within a character of two units. */
export function shortText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const isWithin = /[\ud800-\udbff]/.test(text.charAt(longest - 1));
  return `${text.slice(0, isWithin ? longest - 1 : longest)}…`;
}
