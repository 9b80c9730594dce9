import { hubUrl } from '../api/hub-url.ts';
import { t } from '../strings.ts';
import { hasImagery, imageryAddress, isImageryAddress } from './imagery.ts';
import { hasStreets, isStreetAddress } from './streets.ts';

/** A file of tiles of the hub that can be a base map: with streets, by the schema of Protomaps, or with imagery. */
export type BaseFile = { name: string; url: string; kind: 'streets' | 'imagery' };

/** Files that the operator has put into the folder of tiles, as far as they can be base maps. */
export async function baseFiles(): Promise<BaseFile[]> {
  const files = await readJson<{ name: string }[]>(`${hubUrl}/tiles`);
  const found = await Promise.all(files.map(({ name }) => baseFile(name)));
  return found.filter((file) => file !== undefined);
}

async function baseFile(name: string): Promise<BaseFile | undefined> {
  // Not the address that the hub names, which may be that for others.
  const url = `${hubUrl}/tiles/${encodeURIComponent(name)}.json`;
  // A file that is damaged, or being replaced, is none to choose.
  const tileJson = await readJson<object>(url).catch(() => ({}));
  if (hasStreets(tileJson)) return { name, url, kind: 'streets' };
  return hasImagery(tileJson) ? { name, url: imageryAddress(url), kind: 'imagery' } : undefined;
}

/** Whether an address is that of such a file, and not that of a style. */
export function isFileAddress(url: string): boolean {
  return isStreetAddress(url) || isImageryAddress(url);
}

async function readJson<Value>(url: string): Promise<Value> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(t.base.refused(url, response.status));
  return (await response.json()) as Value;
}
