/**
 * The files that take longest, by what they cost in the run that wrote this list: they start first, so that at the end
 * no core waits for one of them alone. A file that is missing here starts later, nothing else.
 */
export const LONGEST: readonly string[] = [
  'acceptance/accounts.throttle.test.ts',
  'acceptance/access/matrix.test.ts',
  'acceptance/backup.test.ts',
];

/** The longest files first, then the others in the order given. */
export function longestFirst(files: readonly string[]): string[] {
  const rank = new Map(LONGEST.map((file, i) => [file, i]));
  const rankOf = (file: string) => rank.get(file) ?? LONGEST.length;
  return [...files].sort((a, b) => rankOf(a) - rankOf(b));
}
