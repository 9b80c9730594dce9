/**
 * The access cookies of somebody who has signed in. Browsers keep cookies themselves and show none of them to
 * scripts; there this stays empty.
 */
export class Cookies {
  readonly #pairs = new Map<string, string>();

  /** @param header as of an earlier `toString()` */
  constructor(header = '') {
    for (const pair of header.split('; ')) this.#set(pair);
  }

  /** Stores the cookies that a response sets; an empty or expired one is removed. */
  take(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      if (/;\s*max-age=0\s*(;|$)/i.test(cookie)) this.#pairs.delete(pair.split('=', 1)[0]!);
      else this.#set(pair);
    }
  }

  clear(): void {
    this.#pairs.clear();
  }

  toString(): string {
    return [...this.#pairs].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #set(pair: string): void {
    const at = pair.indexOf('=');
    if (at > 0) this.#pairs.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
