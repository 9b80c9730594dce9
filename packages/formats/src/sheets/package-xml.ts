import { FormatFault } from '../fault.ts';
import type { Reading } from '../reading.ts';
import type { Source } from '../source.ts';
import { ElementSplitter, type XmlParent } from '../xml/element-splitter.ts';
import { elementTree, type XmlNode } from '../xml/element-tree.ts';
import { xmlText } from '../xml/text-stream.ts';

export type PackageElement = XmlNode & { parents: readonly XmlParent[] };

/** Elements of some names of one member of a package, in their order; none if there is no such member. */
export async function* elementsOf(
  archive: { member(name: string): Source | undefined },
  member: string,
  names: readonly string[],
  reading: Reading,
): AsyncGenerator<PackageElement> {
  const source = archive.member(member);
  if (source === undefined) return;
  const { limits } = reading;
  const file = `${reading.file}/${member}`;
  const splitter = new ElementSplitter(names, limits.featureBytes, file);
  const elements = async function* () {
    // What encoding the user names is that of texts outside of XML.
    for await (const text of xmlText({ source, file, options: {} })) yield* splitter.push(text);
    splitter.end();
  };
  for await (const { text, line, parents } of elements()) {
    const tree = text === undefined ? undefined : elementTree(text, limits.depth);
    if (tree === undefined)
      throw new FormatFault(
        'tooLarge',
        file,
        `has an element in line ${line} of more than ${limits.featureBytes} characters or ${limits.depth} levels`,
      );
    yield { ...tree, parents };
  }
}
