import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Feature } from '../../packages/formats/src/feature.ts';
import { parseJson } from '../../packages/formats/src/json.ts';
import type { Case } from './case.ts';

/** One that has pyarrow and shapely; GDAL of Debian has no Parquet. */
const PYTHON = process.env.PYTHON ?? 'python3';

function arrow(...args: string[]): string {
  return execFileSync(PYTHON, [join(import.meta.dirname, 'parquet.py'), ...args], { encoding: 'utf8' });
}

/** Kinds of columns, encodings, codecs and ways to lay out pages, as Apache Arrow writes them. */
const NAMES = [
  'points',
  'lines',
  'areas',
  'heights',
  'no-rows',
  'types',
  'lists',
  'structs',
  'bbox',
  'row-groups',
  'row-groups-of-lists',
  'small-pages',
  'page-index',
  'data-pages-2',
  'no-dictionary',
  'delta',
  'delta-length',
  'version-1',
  'codec-none',
  'codec-gzip',
  'codec-zstd',
  'codec-brotli',
  'codec-lz4',
  'native-point',
  'native-linestring',
  'native-polygon',
  'native-multipolygon',
  'coordinates',
];

/** Written by Apache Arrow, which is also what they are compared with. */
export const PARQUETS: Case[] = NAMES.map((name) => ({
  file: `${name}.parquet`,
  kind: 'point',
  write: (path) => void arrow('write', name, path),
  read: (path) => parseJson(arrow('read', path)) as Feature[],
}));
