import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Feature } from '../../packages/formats/src/feature.ts';
import { parseJson } from '../../packages/formats/src/json.ts';
import { findPythonModule, needProgram } from '../programs.ts';

/** Runs a program of Debian. */
export function run(program: string, debianPackage: string, args: readonly string[]): void {
  const found = needProgram([program], debianPackage);
  if ('skip' in found) throw new Error(found.skip);
  execFileSync(found.path, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

type Request = { arguments: readonly string[]; from: string; to?: string; layers?: readonly string[] };
type Answer<T> = { value: T; error?: undefined } | { value?: undefined; error: string };

/** Many runs of ogr2ogr as a library, in one process: programs that start cost more than what they do. */
function ogr2ogr<T>(requests: readonly Request[]): Answer<T>[] {
  const python = findPythonModule('osgeo', 'python3-gdal');
  if ('skip' in python) throw new Error(python.skip);
  const output = execFileSync(python.path, [join(import.meta.dirname, 'gdal.py')], {
    input: JSON.stringify(requests),
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as Answer<T>[];
}

export function makeByGdal(requests: readonly Required<Omit<Request, 'layers'>>[]): void {
  const faults = ogr2ogr<null>(requests).flatMap(({ error }, i) =>
    error === undefined ? [] : [`${requests[i]!.to}: ${error}`],
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** What GDAL reads of all layers of files, one after the other, in WGS 84; or why it can't. */
export function readByGdal(requests: readonly Request[]): (Feature[] | string)[] {
  return ogr2ogr<string[]>(requests).map((answer) =>
    answer.error === undefined
      ? answer.value.flatMap((text) => (parseJson(text) as { features: Feature[] }).features.map(normalised))
      : answer.error,
  );
}

/** Properties without a value are left out: GDAL shows columns of a row that were never set as null. */
function normalised({ id, geometry, properties }: Feature): Feature {
  const entries = Object.entries(properties).filter(([, value]) => value !== null);
  return {
    type: 'Feature',
    ...(id === undefined ? {} : { id: String(id) }),
    geometry,
    properties: Object.fromEntries(entries),
  };
}
