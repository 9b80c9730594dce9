import type { SourceLocation } from '@meridian/formats/node';

/** So many at the front are let go of at once. */
const LEAST_CUT = 4096;

/** Where in their file the features are that are on their way, by their positions among all that were sent. */
export class SentLocations {
  #list: (SourceLocation | undefined)[] = [];
  /** The position of the first of the list, and how many there are taken. */
  #first = 0;
  #taken = 0;

  /** That of the next feature. */
  add(location: SourceLocation): void {
    this.#list.push(location);
  }

  take(position: number): SourceLocation {
    const location = this.#list[position - this.#first]!;
    this.#list[position - this.#first] = undefined;
    while (this.#taken < this.#list.length && this.#list[this.#taken] === undefined) this.#taken++;
    if (this.#taken >= LEAST_CUT && 2 * this.#taken >= this.#list.length) {
      this.#list = this.#list.slice(this.#taken);
      this.#first += this.#taken;
      this.#taken = 0;
    }
    return location;
  }
}
