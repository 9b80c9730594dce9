import { newSecret, sameSecret, sign } from './secrets.ts';

/** A browser that has opened the sign-in page: two cookies, and the token that its page carries. */
export type AnonymousSession = { id: string; signature: string; csrfToken: string };

/** Knows the browsers that have opened the sign-in page, without keeping a list of them. */
export class AnonymousSessions {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** The one known by these cookies, or else a new one. */
  welcome(id: string | undefined, signature: string | undefined): AnonymousSession {
    const known = id !== undefined && signature !== undefined && sameSecret(signature, this.#signature(id));
    const session = known ? id : newSecret();
    return { id: session, signature: this.#signature(session), csrfToken: this.#csrfToken(session) };
  }

  /** Whether the token is the one that the page of these cookies carried. */
  isCsrfToken(token: string | undefined, id: string | undefined, signature: string | undefined): boolean {
    if (token === undefined || id === undefined || signature === undefined) return false;
    return sameSecret(signature, this.#signature(id)) && sameSecret(token, this.#csrfToken(id));
  }

  #signature(id: string): string {
    return sign(this.#key, 'visitor', id);
  }

  #csrfToken(id: string): string {
    return sign(this.#key, 'csrf of a visitor', id);
  }
}
