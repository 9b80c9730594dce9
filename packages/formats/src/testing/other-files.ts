import { strToU8, zipSync } from 'fflate';
import { osmPbfSample } from './osm-pbf-sample.ts';
import { OSM_SAMPLE } from './osm-sample.ts';

const cell = (value: string) =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const float = (value: number) => `<table:table-cell office:value-type="float" office:value="${value}"/>`;
const rows = Array.from(
  { length: 20 },
  (_, i) => `<table:table-row>${cell(`name ${i}`)}${float(i)}${float(i / 2)}</table:table-row>`,
);
/** Files in formats that are read and not written, by their endings. */
export const OTHER_FILES: Readonly<Record<string, Uint8Array>> = {
  ods: zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': strToU8(
      `<document><body><table:table table:name="A"><table:table-row>${['name', 'lon', 'lat'].map(cell).join('')}</table:table-row>${rows.join('')}</table:table></body></document>`,
    ),
  }),
  esrijson: strToU8(
    JSON.stringify({
      spatialReference: { wkid: 4326 },
      fields: [{ name: 'day', type: 'esriFieldTypeDate' }],
      features: [
        { attributes: { day: 0 }, geometry: { x: 9, y: 50 } },
        {
          attributes: { day: 1 },
          geometry: {
            rings: [
              [
                [0, 0],
                [0, 1],
                [1, 1],
                [0, 0],
              ],
            ],
          },
        },
        {
          attributes: {},
          geometry: {
            paths: [
              [
                [0, 0],
                [0, 1],
              ],
            ],
          },
        },
      ],
    }),
  ),
  osm: strToU8(OSM_SAMPLE),
  mif: strToU8(
    'Version 450\nCharset "Neutral"\nDelimiter ","\nCoordSys Earth Projection 1, 104\nColumns 1\n  id Integer\nData\n\nPoint 1 2\nRegion 1\n  4\n0 0\n1 0\n1 1\n0 0\nPline Multiple 1\n 2\n0 0\n1 1\nCollection 1\nMultipoint 1\n1 1\n',
  ),
  'osm.pbf': osmPbfSample(),
  // Without checksums in the way.
  'raw.osm.pbf': osmPbfSample({ isRaw: true }),
  topojson: strToU8(
    JSON.stringify({
      type: 'Topology',
      transform: { scale: [1, 1], translate: [0, 0] },
      objects: { a: { type: 'GeometryCollection', geometries: [{ type: 'LineString', arcs: [0, -1] }] } },
      arcs: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    }),
  ),
};
