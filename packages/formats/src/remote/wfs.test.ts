import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findProgram } from '../../../../testing/programs.ts';
import { readAddress, webServer } from '../testing/web-server.ts';

const found = findProgram(['mapserv'], 'cgi-mapserver');
const mapserver = 'skip' in found ? found : {};
const folder = mkdtempSync(join(tmpdir(), 'meridian-wfs-'));
after(() => rmSync(folder, { recursive: true }));

const config = join(folder, 'mapserver.conf');
writeFileSync(config, 'CONFIG\n  ENV\n  END\nEND\n');

const COUNT = 17;
writeFileSync(
  join(folder, 'towns.geojson'),
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: COUNT }, (_, i) => ({
      type: 'Feature',
      // Only the last page has a text that is no number.
      properties: { n: i, code: i === COUNT - 1 ? 'A1' : `${i}` },
      geometry: { type: 'Point', coordinates: [7 + i / 10, 50] },
    })),
  }),
);
const layer = (name: string) => `
  LAYER
    NAME "${name}" TYPE POINT STATUS ON
    CONNECTIONTYPE OGR CONNECTION "towns.geojson" DATA "towns"
    PROJECTION "init=epsg:4326" END
    METADATA "gml_include_items" "all" "wfs_title" "${name}" "gml_featureid" "n" END
    TEMPLATE "x"
  END`;

/** MapServer as a CGI program, which sends and counts at most so many features at a time. */
async function mapServer(layers: string[], maxFeatures = 5): Promise<string> {
  const map = join(folder, `${layers.join('-')}.map`);
  const url = await webServer((asked, response) => {
    const env = {
      MAPSERVER_CONFIG_FILE: config,
      MS_MAPFILE: map,
      REQUEST_METHOD: 'GET',
      QUERY_STRING: asked.search.slice(1),
    };
    execFile('path' in found ? found.path : '', { env, encoding: 'buffer' }, (error, out) => {
      const at = out.indexOf('\r\n\r\n');
      if (error && at < 0) response.writeHead(500).end(error.message);
      else response.end(out.subarray(at + 4));
    });
  });
  writeFileSync(
    map,
    `MAP
  NAME "test" EXTENT 0 0 20 60 PROJECTION "init=epsg:4326" END SHAPEPATH "${folder}"
  WEB METADATA "wfs_title" "test" "wfs_onlineresource" "${url}/wfs?" "wfs_srs" "EPSG:4326 EPSG:25832"
    "wfs_enable_request" "*" "wfs_maxfeatures" "${maxFeatures}" END END
  ${layers.map(layer).join('')}
END`,
  );
  return `${url}/wfs`;
}

test('all pages of a WFS are read with one type for each property', mapserver, async () => {
  const url = await mapServer(['towns']);
  const { properties, coordinates } = await readAddress(url);
  assert.deepEqual(
    properties.map((one) => one?.n),
    Array.from({ length: COUNT }, (_, i) => i),
  );
  assert.equal(properties.at(-1)?.code, 'A1');
  assert.deepEqual(coordinates[3], [7.3, 50]);
  const projected = await readAddress(`${url}?srsName=urn:ogc:def:crs:EPSG::25832`);
  assert.equal(projected.reader.crs, 'EPSG:25832');
  assert.ok(Math.abs((projected.coordinates[3] as number[])[0]! - 7.3) < 1e-6);
});

test('version 1.1.0 has no pages, and all is read at once', mapserver, async () => {
  const url = await mapServer(['towns'], 1000);
  const { records, coordinates } = await readAddress(`${url}?version=1.1.0`);
  assert.equal(records.length, COUNT);
  assert.deepEqual(coordinates[3], [7.3, 50]);
});

test('of several layers one has to be named', mapserver, async () => {
  const url = await mapServer(['towns', 'villages']);
  await assert.rejects(readAddress(url), /has the layers ms:towns, ms:villages: choose one \(layer\)/);
  assert.equal((await readAddress(url, {}, { layer: 'villages' })).records.length, COUNT);
  await assert.rejects(readAddress(url, {}, { layer: 'x' }), /has no layer x: it has ms:towns, ms:villages/);
});

test('a server that sends the same page again and again is noticed', async () => {
  const members = '<wfs:member><a><g><gml:Point><gml:pos>1 2</gml:pos></gml:Point></g></a></wfs:member>';
  const url = await webServer(({ searchParams }, response) => {
    response.end(
      searchParams.get('request') === 'GetCapabilities'
        ? `<wfs:WFS_Capabilities version="2.0.0"><Constraint name="ImplementsResultPaging"><DefaultValue>TRUE</DefaultValue></Constraint><FeatureType><Name>a</Name></FeatureType></wfs:WFS_Capabilities>`
        : `<wfs:FeatureCollection numberMatched="unknown" timeStamp="${Math.random()}">${members}</wfs:FeatureCollection>`,
    );
  });
  await assert.rejects(readAddress(`${url}/wfs`), /is the same page as the one before it/);
});

test('an error of the server is told', async () => {
  const url = await webServer(
    (_url, response) =>
      void response.end(
        '<?xml version="1.0"?><ows:ExceptionReport><ows:Exception><ows:ExceptionText>no such\n type</ows:ExceptionText></ows:Exception></ows:ExceptionReport>',
      ),
  );
  await assert.rejects(readAddress(`${url}/wfs`), /the server reports: no such type/);
});
