/**
 * JSON objects may be sent with their commas raw: the pieces between raw commas are joined again until the brackets of
 * an object are closed. Reads each character once; whether an object is valid JSON is for its reader to say.
 * joinObjects(['{"a":1', '"b":2}', '5']) → ['{"a":1,"b":2}', '5']
 */
export function joinObjects(pieces: readonly string[]): string[] {
  const values: string[] = [];
  let open: string[] = [];
  let brackets = new Brackets();
  for (const piece of pieces) {
    open.push(piece);
    if (open[0]!.startsWith('{')) {
      brackets.read(piece);
      if (brackets.areOpen) continue;
    }
    values.push(open.join(','));
    open = [];
    brackets = new Brackets();
  }
  return open.length === 0 ? values : [...values, open.join(',')];
}

/** Follows the brackets and strings of a JSON text that comes in pieces. */
class Brackets {
  #depth = 0;
  #isInString = false;

  get areOpen(): boolean {
    return this.#depth > 0 || this.#isInString;
  }

  read(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const character = text[i]!;
      if (this.#isInString) {
        if (character === '\\') i++;
        else if (character === '"') this.#isInString = false;
      } else if (character === '"') this.#isInString = true;
      else if (character === '{' || character === '[') this.#depth++;
      else if (character === '}' || character === ']') this.#depth--;
    }
  }
}
