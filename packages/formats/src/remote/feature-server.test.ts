import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress, webServer } from '../testing/web-server.ts';

const FEATURES = [5, 3, 9, 7, 1].map((id) => ({
  attributes: { OBJECTID: id, since: 86_400_000 * id },
  geometry: { x: 111319.49079327358 * id, y: 0 },
}));
const FIELDS = [
  { name: 'OBJECTID', type: 'esriFieldTypeOID' },
  { name: 'since', type: 'esriFieldTypeDate' },
];

/** What ArcGIS responds with, as far as it is asked here: at most two features at a time. */
function respond(url: URL, paging: boolean, lost = 0): object {
  const { pathname, searchParams: asked } = url;
  if (asked.get('f') !== 'json') return { error: { code: 400, message: 'f must be json' } };
  if (pathname.endsWith('/FeatureServer'))
    return { layers: [{ id: 4, name: 'wells' }, ...(asked.has('two') ? [{ id: 5, name: 'pipes' }] : [])] };
  if (pathname.endsWith('/4'))
    return { maxRecordCount: 2, advancedQueryCapabilities: { supportsPagination: paging }, fields: FIELDS };
  if (!pathname.endsWith('/4/query')) return { error: { code: 404, message: 'no such layer' } };
  if (asked.has('returnCountOnly')) return { count: FEATURES.length + lost };
  if (asked.has('returnIdsOnly')) return { objectIds: FEATURES.map(({ attributes }) => attributes.OBJECTID) };
  const ids = asked.get('objectIds')?.split(',').map(Number);
  const offset = Number(asked.get('resultOffset'));
  const sorted =
    asked.get('orderByFields') === 'OBJECTID'
      ? FEATURES.toSorted((a, b) => a.attributes.OBJECTID - b.attributes.OBJECTID)
      : FEATURES;
  const features = ids
    ? sorted.filter(({ attributes }) => ids.includes(attributes.OBJECTID)).slice(0, 2)
    : sorted.slice(offset, offset + Math.min(2, Number(asked.get('resultRecordCount'))));
  const isLast = ids !== undefined || offset + features.length >= sorted.length;
  const more = isLast ? {} : { exceededTransferLimit: true };
  return { fields: FIELDS, spatialReference: { wkid: 102100 }, features, ...more };
}

for (const paging of [true, false])
  test(`all pages of a layer are read, ${paging ? 'by offset' : 'by object ids'}`, async () => {
    const url = await webServer((at, response) => void response.end(JSON.stringify(respond(at, paging))));
    const { properties, coordinates, reader, records } = await readAddress(`${url}/arcgis/FeatureServer/4`);
    assert.deepEqual(properties.map((one) => Number(one?.OBJECTID)).toSorted(), [1, 3, 5, 7, 9]);
    assert.equal(properties.find((one) => one?.OBJECTID === 1)?.since, '1970-01-02T00:00:00.000Z');
    assert.ok(Math.abs((coordinates.at(-1) as number[])[0]! - 9) < 1e-9);
    assert.equal(reader.crs, 'EPSG:3857');
    assert.deepEqual(reader.guesses, ['milliseconds in since are times']);
    assert.deepEqual(
      records.map((record) => (record.refused ?? record).location.record),
      [1, 2, 3, 4, 5],
    );
  });

test('measures are asked for, so that what is left out can be told', async () => {
  const url = await webServer((at, response) => {
    const hasM = at.searchParams.get('returnM') === 'true';
    const given = respond(at, true) as { features?: typeof FEATURES };
    const features = given.features?.map((one) => ({
      ...one,
      geometry: { ...one.geometry, ...(hasM && { m: 7 }) },
    }));
    response.end(JSON.stringify({ ...given, hasM: true, ...(features && { features }) }));
  });
  const { records } = await readAddress(`${url}/FeatureServer/4`);
  assert.deepEqual(
    records.map(({ isMeasured }) => isMeasured),
    [true, true, true, true, true],
  );
});

test('the only layer of a service is taken, of several one has to be named', async () => {
  const url = await webServer((at, response) => void response.end(JSON.stringify(respond(at, true))));
  assert.equal((await readAddress(`${url}/FeatureServer`)).records.length, 5);
  await assert.rejects(
    readAddress(`${url}/FeatureServer?two=1`),
    /has the layers wells, pipes: choose one \(layer\)/,
  );
  assert.equal((await readAddress(`${url}/FeatureServer?two=1`, {}, { layer: 'wells' })).records.length, 5);
});

test('a server that sends fewer features than it counts, or an error, is reported', async () => {
  const url = await webServer((at, response) => void response.end(JSON.stringify(respond(at, true, 2))));
  await assert.rejects(readAddress(`${url}/FeatureServer/4`), /has 7 features, but its pages had 5/);
  await assert.rejects(readAddress(`${url}/FeatureServer/8`), /the server reports 404: no such layer/);
});

test('a server that counts nothing and sends fewer features than it has ids of is reported', async () => {
  const url = await webServer((at, response) => {
    const { count: _count, ...sent } = respond(at, false) as { count?: number; features?: unknown[] };
    if (at.searchParams.has('objectIds')) sent.features!.length = 1;
    response.end(JSON.stringify(sent));
  });
  await assert.rejects(readAddress(`${url}/FeatureServer/4`), /has 5 features, but its pages had 3/);
});
