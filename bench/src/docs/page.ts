/** `<!-- figures get-feature iterate -->` … `<!-- end -->`: what stands between them is written by `npm run bench -- docs`. */
const BLOCK = /(<!-- (?!end )([a-z-]+)((?: [a-z0-9-]+)*) -->\n)([\s\S]*?)(<!-- end -->)/g;

/** Renews one block from what was measured under these names; undefined leaves it as it is. */
export type Writer = (names: string[]) => string | undefined;

/** A page with its blocks renewed. */
export function renewBlocks(page: string, writers: Readonly<Record<string, Writer>>): string {
  return page.replace(BLOCK, (_, head: string, kind: string, words: string, before: string, end: string) => {
    const write = writers[kind];
    if (!write)
      throw new Error(
        `nothing is known of a block <!-- ${kind} -->; known: ${Object.keys(writers).join(', ')}`,
      );
    const content = write(words.trim().split(' ').filter(Boolean));
    return `${head}${content === undefined ? before : `\n${content}\n\n`}${end}`;
  });
}
