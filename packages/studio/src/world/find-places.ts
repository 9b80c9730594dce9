/** A country, city or town that was found by its name. */
export type FoundPlace = {
  name: string;
  /** Two letters; undefined for a country. */
  country?: string;
  /** Letters of a state: `NM`. */
  region?: string;
  at: [longitude: number, latitude: number];
  /** Near enough to look at it. */
  zoom: number;
};

/** A name with the word inside it comes so much further behind: populations of places fall about as their rank rises. */
const BEHIND = 8;

/**
 * Looks for names in a gazetteer: a line each, the most important first, with name, country, region, longitude, latitude and zoom
 * between tabs. Each word that is asked for begins a word of the name or, from the second on, of its country: `paris us`. Case
 * and accents do not matter. The most important come first, where a name that begins with what is asked for outdoes others of
 * somewhat more importance: `york` finds New York, York, North York.
 */
export class Gazetteer {
  readonly #lines: string[];
  readonly #plain: string[];
  readonly #countryName: (code: string) => string;

  constructor(text: string, countryName: (code: string) => string) {
    this.#lines = text.split('\n');
    this.#plain = plain(text).split('\n');
    this.#countryName = countryName;
  }

  find(asked: string, limit: number): FoundPlace[] {
    const words = wordsOf(plain(asked));
    const [first] = words;
    if (first === undefined) return [];
    const found: { index: number; order: number }[] = [];
    let beginning = 0;
    // What comes behind so many that begin with it is less important than each of them.
    for (let index = 0; index < this.#plain.length && beginning < limit; index++) {
      const line = this.#plain[index]!;
      if (!line.includes(first) || !this.#isMeant(line, words)) continue;
      const isBeginning = line.startsWith(first);
      if (isBeginning) beginning++;
      found.push({ index, order: isBeginning ? index : index * BEHIND });
    }
    return found
      .sort((a, b) => a.order - b.order)
      .slice(0, limit)
      .map(({ index }) => toPlace(this.#lines[index]!));
  }

  #isMeant(line: string, [first, ...others]: readonly string[]): boolean {
    const [name, country, region] = line.split('\t') as [string, string, string];
    const named = wordsOf(name);
    const begins = (words: readonly string[], asked: string) => words.some((word) => word.startsWith(asked));
    if (!begins(named, first!)) return false;
    if (others.length === 0) return true;
    const around = [
      country,
      region,
      ...wordsOf(plain(country === '' ? '' : this.#countryName(country.toUpperCase()))),
    ];
    return others.every((word) => begins(named, word) || begins(around, word));
  }
}

function toPlace(line: string): FoundPlace {
  const [name, country, region, x, y, zoom] = line.split('\t') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    name,
    ...(country === '' ? {} : { country }),
    ...(region === '' ? {} : { region }),
    at: [Number(x), Number(y)],
    zoom: Number(zoom),
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Without accents, in small letters. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
