import { ownAddress } from '../http/auth/own-address.ts';
import type { Context } from '../http/context.ts';

/** Where the OGC API is. */
export const OGC_ROOT = '/ogc';

export type Link = { href: string; rel: string; type?: string; title?: string; templated?: true };

/** Media types of the documents. */
export const TYPES = {
  json: 'application/json',
  geojson: 'application/geo+json',
  html: 'text/html',
  schema: 'application/schema+json',
  openApi: 'application/vnd.oai.openapi+json;version=3.0',
} as const;

type Parameters = Record<string, string | undefined>;
type Pair = readonly [name: string, value: string];

/** Writes addresses of this API: with the token that the caller has sent in the address, if so, and nobody else's. */
export class Addresses {
  readonly root: string;
  /** The path of `root`, for what pages load. */
  readonly path: string;
  /** The hub itself, whose OGC API this is. */
  readonly hub: string;
  readonly hasToken: boolean;
  readonly #token: string | undefined;

  constructor(context: Context) {
    this.hub = ownAddress(context);
    this.root = this.hub + OGC_ROOT;
    this.path = URL.parse(this.root)?.pathname ?? OGC_ROOT;
    this.#token = context.tokenInUrl;
    this.hasToken = this.#token !== undefined;
  }

  /** `path` begins with a slash, or is empty for the landing page. */
  of(path: string, parameters: Parameters = {}, repeated: readonly Pair[] = []): string {
    const pairs = [...repeated, ...Object.entries({ ...parameters, access_token: this.#token })].flatMap(
      ([name, value]) =>
        value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
    );
    return `${this.root}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  }

  /** What addresses of the hub outside of this API take along: the token, if the caller has sent it so. */
  get tokenQuery(): string[] {
    return this.#token === undefined ? [] : [`access_token=${encodeURIComponent(this.#token)}`];
  }

  /** Without any parameter, the token neither: what a form adds its own to, and what names a document. */
  plain(collection: string, below: string): string {
    return `${this.root}/collections/${encodeURIComponent(collection)}${below}`;
  }

  collection(id: string, below = '', parameters?: Parameters, repeated?: readonly Pair[]): string {
    return this.of(`/collections/${encodeURIComponent(id)}${below}`, parameters, repeated);
  }

  item(collection: string, id: string, parameters?: Parameters): string {
    return this.collection(collection, `/items/${encodeURIComponent(id)}`, parameters);
  }
}

/** The two forms of a document that is JSON and a page: the one that is shown is `self`. */
export function selfLinks(
  shown: 'json' | 'html',
  address: (f: 'json' | 'html') => string,
  jsonType: string = TYPES.json,
): Link[] {
  const link = (f: 'json' | 'html'): Link => ({
    rel: f === shown ? 'self' : 'alternate',
    type: f === 'json' ? jsonType : TYPES.html,
    title: f === shown ? 'This document' : `This document as ${f === 'json' ? 'JSON' : 'a page'}`,
    href: address(f),
  });
  return shown === 'json' ? [link('json'), link('html')] : [link('html'), link('json')];
}
