import type { Features, JsonObject } from '@meridian/client';
import { contentDigest } from '@meridian/formats/node';
import { Refusal } from '../../admin-backend.ts';

const PAGE = 5000;

export type StoredFeature = { digest: string; key?: string };

/** What is in a space before a data set is written to it again: some 150 bytes of memory a feature. */
export class SpaceContents {
  readonly byId = new Map<string, StoredFeature>();
  readonly idByKey = new Map<string, string>();

  /** @param key the property by which features of the file are found in the space */
  static async read(
    features: Features,
    space: string,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<SpaceContents> {
    const contents = new SpaceContents();
    for await (const page of features.pages({ pageSize: PAGE, signal }))
      for (const feature of page.features) contents.#add(feature as unknown as JsonObject, space, key);
    return contents;
  }

  #add(feature: JsonObject, space: string, key: string | undefined): void {
    const id = String(feature.id);
    const value = key === undefined ? undefined : keyOf(feature, key);
    this.byId.set(id, { digest: contentDigest(feature), ...(value !== undefined && { key: value }) });
    if (value === undefined) return;
    const other = this.idByKey.get(value);
    if (other !== undefined)
      throw new Refusal(
        `--key ${key} is not unique in the space ${space}: features ${other} and ${id} both have ${value}`,
      );
    this.idByKey.set(value, id);
  }
}

/** The value of the key as a text; `7` and `"7"` are two. Undefined where there is none. */
export function keyOf(feature: JsonObject, key: string): string | undefined {
  const properties = (feature.properties ?? {}) as JsonObject;
  const value = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return value === undefined || value === null || value === '' ? undefined : JSON.stringify(value);
}
