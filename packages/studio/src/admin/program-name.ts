/** The most particular names first: browsers carry the names of others, too. */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
];
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

/** What people call the program that sends this `User-Agent`, and what it runs on; undefined where it is none of these. */
export function programName(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const find = (names: typeof BROWSERS) => names.find(([mark]) => userAgent.includes(mark))?.[1];
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
