import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { findProgram } from '../../../testing/programs.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Prepared } from '../data/prepared.ts';

export const TABLE = 'feature';

const PER_WRITE = 1000;

/** Makes it before it is wanted, where it can be made. */
export async function prepareGeopackage(prepared: Prepared): Promise<void> {
  const ogr2ogr = findProgram(['ogr2ogr'], 'gdal-bin');
  if ('path' in ogr2ogr) await geopackageOf(prepared, ogr2ogr.path);
}

/** The prepared features as a GeoPackage with a spatial index, made by GDAL, once for all runs. */
export async function geopackageOf(prepared: Prepared, ogr2ogr: string): Promise<string> {
  const made = join(dirname(prepared.data), 'features.gpkg');
  if (existsSync(made)) return made;
  console.error(`writing ${made} (once)`);
  const lines = join(prepared.scratch, 'features.geojsonl');
  const unfinished = join(prepared.scratch, 'features.gpkg');
  writeLines(spaceFile(prepared, SPACE), lines);
  const options = ['-nln', TABLE, '-nlt', 'GEOMETRY', '-lco', 'SPATIAL_INDEX=YES', '-gt', '65536'];
  await promisify(execFile)(ogr2ogr, ['-f', 'GPKG', ...options, unfinished, `GeoJSONSeq:${lines}`]);
  rmSync(lines);
  renameSync(unfinished, made);
  return made;
}

/** The features of a space's file as they are stored, a line each. */
export function writeLines(spaceFile: string, path: string): void {
  const database = new DatabaseSync(spaceFile, { readOnly: true });
  const file = openSync(path, 'w');
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  };
  for (const { text } of database.prepare('SELECT text FROM feature ORDER BY seq').iterate()) {
    lines.push(text as string);
    if (lines.length === PER_WRITE) flush();
  }
  flush();
  closeSync(file);
  database.close();
}
