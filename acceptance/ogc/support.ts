import assert from 'node:assert/strict';
import type { Feature } from '../harness/geojson.ts';
import type { Hub } from '../harness/hub.ts';
import type { Ask, HubResponse } from '../harness/request.ts';

export interface Link {
  href: string;
  rel: string;
  type?: string;
  title?: string;
}

export interface Items {
  type: 'FeatureCollection';
  features: Feature[];
  links: Link[];
  timeStamp: string;
  numberMatched?: number;
  numberReturned: number;
}

/** The path and query of a link, for the hub of a test. */
export function pathOf({ href }: Link): string {
  const { pathname, search } = new URL(href);
  return pathname + search;
}

export function linkTo(links: readonly Link[], rel: string): Link | undefined {
  return links.find((link) => link.rel === rel);
}

/** Every page of a query, by its links `next`. */
export async function pagesOf(hub: Hub, path: string, ask?: Ask): Promise<Items[]> {
  const pages: Items[] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const page: HubResponse<Items> = await hub.get<Items>(at, ask);
    assert.equal(page.status, 200, page.text.slice(0, 300));
    pages.push(page.body);
    const next = linkTo(page.body.links, 'next');
    at = next && pathOf(next);
  }
  return pages;
}

/** The form that errors have under /ogc; the description names each culprit. */
export function assertException(response: HubResponse<unknown>, status: number, ...culprits: string[]): void {
  assert.equal(response.status, status, response.text.slice(0, 300));
  const { code, description } = response.body as { code: string; description: string };
  assert.match(code, /^[A-Za-z]+$/);
  for (const culprit of culprits)
    assert.ok(description.includes(culprit), `"${description}" lacks ${culprit}`);
}
