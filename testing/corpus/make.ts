/**
 * Rebuilds the corpus with the GDAL of this machine: `node testing/corpus/make.ts [GLOB]`, such as `'shapefile/*'`.
 * Needs GDAL with its Python module and iconv, for some files LibreOffice and osmium, for Parquet a PYTHON with pyarrow.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, parse } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Feature } from '../../packages/formats/src/feature.ts';
import { type Case, GERMANY } from './case.ts';
import { FLATGEOBUFS, GEOPACKAGES, SHAPEFILES } from './cases.binary.ts';
import { DXFS } from './cases.drawings.ts';
import { MIFS, TABS } from './cases.mapinfo.ts';
import { OFFICE_SHEETS, OSMS } from './cases.others.ts';
import { PARQUETS } from './cases.parquet.ts';
import { CSVS, GEOJSONS, GMLS, GPXS, KMLS, SHEETS } from './cases.text.ts';
import { type Entry, FILES, readEntries, writeEntries } from './entries.ts';
import { makeByGdal, readByGdal } from './gdal.ts';
import { writeSource } from './sources.ts';

const FORMATS: Record<string, readonly Case[]> = {
  shapefile: SHAPEFILES,
  geopackage: GEOPACKAGES,
  flatgeobuf: FLATGEOBUFS,
  geojson: GEOJSONS,
  csv: CSVS,
  gml: GMLS,
  kml: KMLS,
  gpx: GPXS,
  mif: MIFS,
  mapinfo: TABS,
  parquet: PARQUETS,
  dxf: DXFS,
  sheets: [...SHEETS, ...OFFICE_SHEETS],
  osm: OSMS,
};

/** How the samples are read. */
const SOURCE_OPTIONS = ['-oo', 'EMPTY_STRING_AS_NULL=YES'];

const wanted = process.argv[2] ?? '*/*';
const temporary = mkdtempSync(join(tmpdir(), 'meridian-corpus-'));
try {
  makeAll();
} finally {
  rmSync(temporary, { recursive: true });
}

/** A case, and where its file is made. */
type Job = { format: string; one: Case; folder: string; path: string };

function makeAll(): void {
  const jobs = Object.entries(FORMATS).flatMap(([format, cases]) =>
    cases
      .filter(({ file }) => matchesGlob(`${format}/${file}`, wanted))
      .map((one): Job => {
        const folder = join(temporary, format, one.file.replaceAll('.', '_'));
        return { format, one, folder, path: join(folder, one.file) };
      }),
  );
  makeByGdal(jobs.flatMap(requestsOf));
  const before = jobs.filter(({ one }) => one.isReadBefore);
  const after = jobs.filter(({ one }) => !one.isReadBefore);
  const readBefore = read(before);
  for (const { one, path } of jobs) one.afterwards?.(path);
  const results = new Map([...readBefore, ...read(after)]);
  const entries = jobs.map((job): [string, Entry] => {
    const { format, one, folder } = job;
    const features = results.get(job)!;
    if (typeof features === 'string')
      throw new Error(`${format}/${one.file}: GDAL can't read it: ${features}`);
    install(format, folder);
    return [
      `${format}/${one.file}`,
      { file: one.file, ...(one.options && { options: one.options }), features },
    ];
  });
  store(new Map(entries));
}

/** What GDAL reads of them, or why it can't. */
function read(all: readonly Job[]): [Job, Feature[] | string][] {
  const jobs = all.filter(({ one }) => one.read === undefined);
  const others = all.flatMap((job): [Job, Feature[]][] =>
    job.one.read ? [[job, job.one.read(job.path)]] : [],
  );
  const requests = jobs.map(({ one, path }) => ({
    from: path,
    arguments: one.gdal ?? [],
    ...(one.layers && { layers: one.layers }),
  }));
  return [
    ...others,
    ...readByGdal(requests).map((result, i): [Job, Feature[] | string] => [jobs[i]!, result]),
  ];
}

/** Other entries stay as they are. */
function store(made: ReadonlyMap<string, Entry>): void {
  for (const [format, cases] of Object.entries(FORMATS)) {
    const before = new Map(readEntries(format).map((entry) => [entry.file, entry]));
    if (new Set(cases.map(({ file }) => file)).size < cases.length)
      throw new Error(`${format}: two cases have one name`);
    const entries = cases.flatMap(({ file }) => made.get(`${format}/${file}`) ?? before.get(file) ?? []);
    if (entries.length > 0) writeEntries(format, entries);
  }
}

/** One run of ogr2ogr for each layer. */
function requestsOf({ format, one, folder, path }: Job): { arguments: string[]; from: string; to: string }[] {
  mkdirSync(folder, { recursive: true });
  if (one.write !== undefined) {
    one.write(path);
    return [];
  }
  const name = format === 'sheets' ? 'source' : parse(one.file).name.replace(/\.shp$/, '');
  const first = { layer: name, kind: one.kind, columns: one.columns, args: one.args };
  return [first, ...(one.more ?? [])].map(({ layer, kind, columns = 'ascii', args = [] }, i) => {
    const sources = join(temporary, 'sources', format, one.file, String(i));
    const system =
      one.epsg === undefined
        ? ['-a_srs', 'EPSG:4326']
        : ['-s_srs', 'EPSG:4326', '-t_srs', `EPSG:${one.epsg}`];
    return {
      from: writeSource(sources, 'source', kind, columns, one.location ?? GERMANY),
      to: path,
      arguments: [
        '-nln',
        layer,
        ...(i === 0 ? [] : ['-update']),
        ...SOURCE_OPTIONS,
        '-oo',
        `KEEP_GEOM_COLUMNS=${format === 'sheets' ? 'YES' : 'NO'}`,
        ...system,
        ...args,
      ],
    };
  });
}

/** Moves a file and what lies beside it to the corpus. GeoPackages, of 100 kB each, are compressed. */
function install(format: string, folder: string): void {
  const target = join(FILES, format);
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || /\.(?:gfs|qix|idm)$/.test(name)) continue;
    mkdirSync(dirname(join(target, name)), { recursive: true });
    if (name.endsWith('.gpkg'))
      writeFileSync(join(target, `${name}.gz`), gzipSync(readFileSync(path), { level: 9 }));
    else writeFileSync(join(target, name), readFileSync(path));
  }
}
