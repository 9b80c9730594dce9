import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { gunzipSync, unzipSync, type Zippable, zipSync } from 'fflate';
import { writeFeatures } from '../../packages/formats/src/node.ts';
import type { ReadOptions } from '../../packages/formats/src/options.ts';
import { OTHER_FILES } from '../../packages/formats/src/testing/other-files.ts';
import { collect, each } from '../../packages/formats/src/testing/read-all.ts';
import { sampleFeatures } from '../../packages/formats/src/testing/sample-features.ts';
import { FILES, readEntries } from '../corpus/entries.ts';

/** A file with what lies beside it. */
export type Sample = {
  name: string;
  options: ReadOptions;
  /** Loaded when it is needed: its own bytes first. */
  parts(): { name: string; bytes: Uint8Array }[];
};

/** By formats: files of the corpus, and some of formats that it has not. */
export async function samples(): Promise<Map<string, Sample[]>> {
  const found = new Map<string, Sample[]>();
  for (const format of readdirSync(FILES).sort())
    found.set(
      format,
      readEntries(format).map(({ file, options = {} }) => ({
        name: file,
        options,
        parts: () => partsOf(join(FILES, format), file),
      })),
    );
  for (const [ending, bytes] of Object.entries(OTHER_FILES))
    found.set(ending, [...(found.get(ending) ?? []), inMemory(`f.${ending}`, bytes)]);
  const parquet = await collect(writeFeatures('geoparquet', each(sampleFeatures('mixed'))));
  found.set('written.parquet', [inMemory('f.parquet', parquet)]);
  return found;
}

function inMemory(name: string, bytes: Uint8Array): Sample {
  return { name, options: {}, parts: () => [{ name, bytes }] };
}

function partsOf(folder: string, file: string): { name: string; bytes: Uint8Array }[] {
  const names = readdirSync(folder);
  if (!names.includes(file))
    return [{ name: file, bytes: gunzipSync(readFileSync(join(folder, `${file}.gz`))) }];
  const beside = names.filter((name) => name !== file && parse(name).name === parse(file).name);
  const isWhole = !/\.(?:shp|mif|dxf|tab)$/i.test(file);
  return [file, ...(isWhole ? [] : beside)].map((name) => ({
    name,
    bytes: readFileSync(join(folder, name)),
  }));
}

/** Damages the members of an archive and packs them again: otherwise checksums would reject them before a reader sees the damage. */
export function withinArchive(
  bytes: Uint8Array,
  damage: (member: Uint8Array) => Uint8Array,
  pick: number,
): Uint8Array {
  const members = unzipSync(bytes);
  const names = Object.keys(members);
  const name = names[pick % names.length]!;
  const changed: Zippable = {};
  for (const one of names)
    changed[one] = [
      one === name ? damage(members[one]!) : members[one]!,
      { level: one === 'mimetype' ? 0 : 6 },
    ];
  return zipSync(changed);
}
