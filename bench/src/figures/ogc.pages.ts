import { execFile } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SPACE } from '../data/filling.ts';
import { TOKEN } from '../hub/hub-process.ts';
import { ITEMS } from '../rivals/mapserver.ts';

/** As much as MapServer gives at once. */
export const PAGE = 10_000;

/** More than what is behind the features of a page. */
const TAIL_BYTES = 8000;

/** Which features are fetched: the first `count`, or all that there are. A curl for each page, into a file in this folder. */
export type Fetch = { url: string; count: number; scratch: string };

/** By the links `next`. */
export function pagesOfHub({ url, ...fetch }: Fetch): Promise<number> {
  return pages(fetch, `${url}/ogc/collections/${SPACE}/items?limit=${PAGE}`, (tail) => ({
    count: Number(/"numberReturned":(\d+)/.exec(tail)?.[1] ?? 0),
    next: /"href":"([^"]+)"[^}]*"rel":"next"|"rel":"next"[^}]*"href":"([^"]+)"/
      .exec(tail)
      ?.slice(1)
      .find((href) => href !== undefined),
  }));
}

/** By the handles of its pages. */
export function pagesOfIterate({ url, ...fetch }: Fetch): Promise<number> {
  const first = `${url}/hub/spaces/${SPACE}/iterate?limit=${PAGE}`;
  return pages(fetch, first, (tail) => {
    const handle = /"handle":"([^"]+)"/.exec(tail)?.[1];
    return { count: PAGE, next: handle && `${first}&handle=${handle}` };
  });
}

/** By offsets, as its links `next` have them. */
export function pagesOfMapServer({ url, ...fetch }: Fetch): Promise<number> {
  const at = (offset: number) => `${url}${ITEMS}?f=json&limit=${PAGE}&offset=${offset}`;
  let offset = 0;
  return pages(fetch, at(0), () => {
    offset += PAGE;
    return { count: PAGE, next: at(offset) };
  });
}

type Page = { count: number; next: string | undefined };

async function pages(
  { count, scratch }: Omit<Fetch, 'url'>,
  first: string,
  pageOf: (tail: string) => Page,
): Promise<number> {
  const file = join(scratch, 'page.json');
  let fetched = 0;
  for (let url: string | undefined = first; url && fetched < count; ) {
    const options = ['-sS', '--fail', '-H', `Authorization: Bearer ${TOKEN}`, '-o', file];
    await promisify(execFile)('curl', [...options, url]);
    const page = pageOf(tailOf(file));
    fetched += page.count;
    url = page.next;
  }
  rmSync(file, { force: true });
  return fetched;
}

function tailOf(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(descriptor, tail, 0, tail.length, size - tail.length);
    return tail.toString();
  } finally {
    closeSync(descriptor);
  }
}
