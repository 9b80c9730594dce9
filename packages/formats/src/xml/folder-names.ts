import type { Feature as AnyFeature } from 'geojson';
import { decodeXml } from './decode.ts';
import { localName, type XmlParent } from './element-splitter.ts';

/** The names of folders, which stand before what is in them. */
export class FolderNames {
  readonly #element: string;
  readonly #names = new WeakMap<XmlParent, string>();

  /** @param element the name of the element that is a folder */
  constructor(element: string) {
    this.#element = element;
  }

  /** A `<name>` that belongs to its parent. */
  add(text: string | undefined, parents: readonly XmlParent[]): void {
    const parent = parents.at(-1);
    if (text === undefined || parent === undefined || localName(parent.name) !== this.#element) return;
    this.#names.set(parent, textOf(text));
  }

  /** `Outer/Inner`; undefined outside of folders with names. */
  of(parents: readonly XmlParent[]): string | undefined {
    const names = parents.flatMap((parent) => this.#names.get(parent) ?? []).filter((name) => name !== '');
    return names.length === 0 ? undefined : names.join('/');
  }
}

/** The folder as a property, unless the feature has one of that name. */
export function inFolder(feature: AnyFeature, folder: string | undefined): AnyFeature {
  if (folder === undefined || feature.properties?.folder !== undefined) return feature;
  return { ...feature, properties: { ...feature.properties, folder } };
}

/** What an element without others in it says. */
function textOf(element: string): string {
  return decodeXml(element.replace(/^<[^>]*>/, '').replace(/<\/[^>]*>$/, '')).trim();
}
