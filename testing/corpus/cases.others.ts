import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { Feature } from '../../packages/formats/src/feature.ts';
import { type Case, GERMANY } from './case.ts';
import { FROM_WKT } from './cases.text.ts';
import { run } from './gdal.ts';
import { type ColumnSet, type Kind, writeSource } from './sources.ts';

/** Commas, quotes, UTF-8, the header in the first line, numbers and dates found out. */
const CSV_FILTER = 'CSV:44,34,76,1,,0,false,true';

/** A table as LibreOffice saves it: types of cells, dates, styles are its own. */
function byLibreOffice(kind: Kind, columns: ColumnSet): (path: string) => void {
  return (path) => {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-office-'));
    try {
      const source = writeSource(folder, 'source', kind, columns, GERMANY);
      const ending = extname(path).slice(1);
      run('soffice', 'libreoffice-calc-nogui', [
        `-env:UserInstallation=file://${folder}/profile`,
        ...[
          '--headless',
          `--infilter=${CSV_FILTER}`,
          '--convert-to',
          ending,
          '--outdir',
          join(folder, 'made'),
          source,
        ],
      ]);
      mkdirSync(dirname(path), { recursive: true });
      renameSync(join(folder, 'made', `source.${ending}`), path);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

export const OFFICE_SHEETS: Case[] = (['xlsx', 'ods'] as const).flatMap((ending) =>
  (
    [
      ['point', 'plain'],
      ['point', 'types'],
      ['point', 'texts'],
      ['point', 'names'],
      ['point', 'world'],
      ['polygon', 'ascii'],
      ['null', 'ascii'],
    ] as const
  ).map(
    ([kind, columns]): Case => ({
      file: `libreoffice-${kind}-${columns}.${ending}`,
      kind,
      write: byLibreOffice(kind, columns),
      gdal: [...FROM_WKT, 'SELECT *, ST_GeomFromText(WKT) FROM source'],
    }),
  ),
);

const node = (id: number, lon: number, lat: number, tags = '') =>
  `<node id="${id}" version="3" timestamp="2026-11-17T10:00:00Z" changeset="7" uid="1" user="Grüße" lat="${lat}" lon="${lon}">${tags}</node>`;
const tag = (key: string, value: string) => `<tag k="${key}" v="${value}"/>`;
const way = (id: number, refs: number[], tags: string) =>
  `<way id="${id}" version="1">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tags}</way>`;

/** Nodes with and without tags, open and closed ways, an area with a hole. */
const OSM = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="by hand">
${node(1, 9, 50, tag('name', 'Straße “日本” &amp; Łódź') + tag('amenity', 'bench'))}
${[2, 3, 4, 5].map((id, i) => node(id, 9 + [0, 0.1, 0.1, 0][i]!, 50 + [0, 0, 0.1, 0.1][i]!)).join('\n')}
${[6, 7, 8, 9].map((id, i) => node(id, 9 + [0.02, 0.04, 0.04, 0.02][i]!, 50 + [0.02, 0.02, 0.04, 0.04][i]!)).join('\n')}
${node(10, -179.9999999, -85.0000001, tag('natural', 'peak') + tag('ele', '12.5'))}
${way(20, [2, 3, 4], tag('highway', 'residential') + tag('oneway', 'yes'))}
${way(21, [6, 7, 8, 9, 6], tag('building', 'yes'))}
${way(22, [2, 3, 4, 5, 2], '')}
${way(23, [2, 3, 4, 2], tag('highway', 'service'))}
<relation id="30" version="1"><member type="way" ref="22" role="outer"/><member type="way" ref="21" role="inner"/>${tag('type', 'multipolygon')}${tag('landuse', 'forest')}</relation>
</osm>
`;

const EXPORT = {
  attributes: {},
  linear_tags: ['highway'],
  area_tags: ['building', 'landuse'],
  exclude_tags: [],
  include_tags: [],
};

function osmium(...words: string[]): string {
  run('osmium', 'osmium-tool', ['--version']);
  return execFileSync('osmium', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** What osmium makes of the same file. Its areas are numbered by ways and relations together. */
function readByOsmium(path: string): Feature[] {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-osmium-'));
  try {
    const config = join(folder, 'export.json');
    writeFileSync(config, JSON.stringify(EXPORT));
    const lines = osmium(
      'export',
      path,
      '-c',
      config,
      '-f',
      'geojsonseq',
      '-x',
      'print_record_separator=false',
      '-u',
      'type_id',
    );
    const features = lines
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Feature);
    return features.map(asOurs).sort((a, b) => order(a) - order(b));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function asOurs({ id, geometry, properties }: Feature): Feature {
  const [kind, number] = [id![0], Number(id!.slice(1))];
  const isRelation = kind === 'a' && number % 2 === 1;
  const name =
    kind === 'n'
      ? `node/${number}`
      : kind === 'w'
        ? `way/${number}`
        : isRelation
          ? `relation/${(number - 1) / 2}`
          : `way/${number / 2}`;
  // Areas of ways are of one part. Ours of relations are MultiPolygons, as osmium has all.
  const parts = geometry?.type === 'MultiPolygon' && !isRelation ? geometry.coordinates[0] : undefined;
  return {
    type: 'Feature',
    id: name,
    geometry: parts === undefined ? geometry : { type: 'Polygon', coordinates: parts },
    properties,
  };
}

const KINDS = ['node', 'way', 'relation'];
const order = ({ id }: Feature) => KINDS.indexOf(id!.split('/')[0]!) * 1000 + Number(id!.split('/')[1]);

/** How osmium is asked to write, by the name of the file. */
const OSM_FILES: Readonly<Record<string, readonly string[]>> = {
  'plain.osm': ['cat'],
  'no-metadata.osm': ['cat', '-f', 'osm,add_metadata=false'],
  'sorted.osm': ['sort'],
  'plain.osm.pbf': ['cat'],
  'compressed-not.osm.pbf': ['cat', '-f', 'pbf,pbf_compression=none'],
  'compressed-best.osm.pbf': ['cat', '-f', 'pbf,pbf_compression_level=9'],
  'dense-not.osm.pbf': ['cat', '-f', 'pbf,pbf_dense_nodes=false'],
  'no-metadata.osm.pbf': ['cat', '-f', 'pbf,add_metadata=false'],
  'history.osm.pbf': ['cat', '-f', 'pbf,history=true'],
  'renumbered.osm.pbf': ['renumber', '-s', '100,200,300'],
  'locations.osm.pbf': ['add-locations-to-ways', '--keep-untagged-nodes'],
  'plain.osm.gz': ['cat'],
};

export const OSMS: Case[] = Object.entries(OSM_FILES).map(
  ([file, words]): Case => ({
    file,
    kind: 'point',
    write: (path) => {
      const source = join(dirname(path), 'source.xml');
      writeFileSync(source, OSM);
      osmium(...words, source, '-F', 'osm', '-o', path, '--overwrite');
      rmSync(source);
    },
    read: readByOsmium,
  }),
);
