import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFeatures } from '../node.ts';
import { bytesSource } from '../source.ts';
import { chunked, readAll, utf8 } from '../testing/read-all.ts';

const kml = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${inner}</Document></kml>`;
const placemark = (name: string, coordinates = '1,2') =>
  `<Placemark><name>${name}</name><Point><coordinates>${coordinates}</coordinates></Point></Placemark>`;
const names = async (content: string | Uint8Array, name = 'f.kml') =>
  (await readAll(name, content)).features.map(({ properties }) => properties.name);

describe('KML', () => {
  test('placemarks are read wherever they stand', async () => {
    assert.deepEqual(
      await names(
        kml(
          `${placemark('a')}<Folder><Folder>${placemark('b &amp; c')}</Folder></Folder><!-- ${placemark('no')} -->`,
        ),
      ),
      ['a', 'b & c'],
    );
  });
  test('the folders that a placemark is in are a property', async () => {
    const inner = `<Folder><name><![CDATA[In & out]]></name>${placemark('b')}</Folder>`;
    const { features } = await readAll(
      'f.kml',
      kml(`${placemark('a')}<Folder><name>Outer &amp; so on</name>${inner}${placemark('c')}</Folder>`),
    );
    assert.deepEqual(
      features.map(({ properties }) => properties.folder),
      [undefined, 'Outer & so on/In & out', 'Outer & so on'],
    );
  });
  test('links to other files and 3D models are left out, counted and told', async () => {
    const link = '<NetworkLink><name>n</name><Link><href>http://x/</href></Link></NetworkLink>';
    const model = '<Placemark><Model><Location><longitude>1</longitude></Location></Model></Placemark>';
    const reader = readFeatures(
      bytesSource(utf8(kml(`${link}<Folder>${link}${placemark('a')}</Folder>${model}`)), 'f.kml'),
    );
    const records = await Array.fromAsync(reader);
    assert.deepEqual(
      records.map(({ feature }) => feature?.geometry?.type),
      ['Point', undefined],
    );
    assert.deepEqual(reader.guesses, [
      'links to other files (NetworkLink), left out: 2',
      '3D models (Model), left out: 1',
    ]);
  });
  test('with heights, lines, polygons with holes and several geometries', async () => {
    const ring = (x: number) =>
      `<LinearRing><coordinates>${x},0,5 ${x + 1},0,5 ${x + 1},1,5 ${x},0,5</coordinates></LinearRing>`;
    const { features } = await readAll(
      'f.kml',
      kml(`<Placemark><MultiGeometry><Point><coordinates>1,2,3</coordinates></Point>
      <Polygon><outerBoundaryIs>${ring(0)}</outerBoundaryIs><innerBoundaryIs>${ring(2)}</innerBoundaryIs></Polygon></MultiGeometry></Placemark>`),
    );
    assert.deepEqual(features[0]?.geometry, {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2, 3] },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0, 5],
              [1, 0, 5],
              [1, 1, 5],
              [0, 0, 5],
            ],
            [
              [2, 0, 5],
              [3, 0, 5],
              [3, 1, 5],
              [2, 0, 5],
            ],
          ],
        },
      ],
    });
  });
  test('styles reach the placemarks that name them', async () => {
    const style = '<Style id="s"><LineStyle><color>ff0000ff</color><width>3</width></LineStyle></Style>';
    const { features } = await readAll(
      'f.kml',
      kml(`${style}<StyleMap id="m"><Pair><key>normal</key><styleUrl>#s</styleUrl></Pair></StyleMap>
      <Placemark><styleUrl>#m</styleUrl><LineString><coordinates>0,0 1,1</coordinates></LineString></Placemark>`),
    );
    assert.equal(features[0]?.properties.stroke, '#ff0000');
  });
  test('extended data become properties', async () => {
    const { features } = await readAll(
      'f.kml',
      kml(
        '<Placemark><ExtendedData><Data name="n"><value>v</value></Data></ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark>',
      ),
    );
    assert.equal(features[0]?.properties.n, 'v');
  });
  test('with a prefix before every name', async () => {
    const text =
      '<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark><k:name>a</k:name><k:Point><k:coordinates>1,2</k:coordinates></k:Point></k:Placemark></k:kml>';
    assert.deepEqual(await names(text), ['a']);
  });
  test('in the encoding that it names', async () => {
    const text = kml(placemark('ä')).replace('UTF-8', 'ISO-8859-1');
    assert.deepEqual(await names(Buffer.from(text, 'latin1')), ['ä']);
  });
  test('the same however the bytes come in pieces', async () => {
    const bytes = utf8(
      kml(
        `<!-- > --><![CDATA[<Placemark>]]>${placemark('ä')}<Folder name="a>b">${placemark('<![CDATA[<b>&x]]>')}</Folder>`,
      ),
    );
    const whole = await readAll('f.kml', bytes);
    assert.deepEqual(
      whole.features.map(({ properties }) => properties.name),
      ['ä', '<b>&x'],
    );
    for (let size = 1; size < bytes.length; size += 3)
      assert.deepEqual(await readAll('f', chunked('f.kml', bytes, size)), whole);
  });
  test('a thousand styles cost no more than they are', async () => {
    const styles = Array.from(
      { length: 1000 },
      (_, i) => `<Style id="s${i}"><LineStyle><width>${i}</width></LineStyle></Style>`,
    ).join('');
    const marks = Array.from(
      { length: 1000 },
      (_, i) =>
        `<Placemark><styleUrl>#s${i}</styleUrl><Point><coordinates>1,2</coordinates></Point></Placemark>`,
    ).join('');
    const { features } = await readAll('f.kml', kml(styles + marks));
    assert.equal(features[999]?.properties['stroke-width'], 999);
  });
});

describe('GPX', () => {
  const gpx = (inner: string) =>
    `<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">${inner}</gpx>`;
  test('waypoints, routes and tracks', async () => {
    const { features } = await readAll(
      'f.gpx',
      gpx(`<wpt lat="1" lon="2"><ele>3</ele><name>w</name></wpt>
      <rte><name>r</name><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte>
      <trk><name>t</name><trkseg><trkpt lat="1" lon="2"><ele>5</ele><time>2026-01-01T00:00:00Z</time></trkpt><trkpt lat="3" lon="4"><ele>6</ele></trkpt></trkseg></trk>`),
    );
    assert.deepEqual(
      features.map(({ geometry, properties }) => [properties.name, geometry]),
      [
        ['w', { type: 'Point', coordinates: [2, 1, 3] }],
        [
          'r',
          {
            type: 'LineString',
            coordinates: [
              [2, 1],
              [4, 3],
            ],
          },
        ],
        [
          't',
          {
            type: 'LineString',
            coordinates: [
              [2, 1, 5],
              [4, 3, 6],
            ],
          },
        ],
      ],
    );
  });
});

describe('what is wrong with XML', () => {
  const dtd = '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  const bomb = `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i || ''};`.repeat(10)}">`).join('')}]>`;
  const faults: [what: string, text: string, kind: string, message: RegExp][] = [
    [
      'a document type',
      `${dtd}${kml(placemark('&x;')).split('\n')[1]}`,
      'unsafe',
      /document type declaration in line 1/,
    ],
    [
      'entities that grow',
      `${bomb}${kml(placemark('&a8;')).split('\n')[1]}`,
      'unsafe',
      /document type declaration/,
    ],
    ['an end that is missing', kml(placemark('a')).slice(0, -10), 'truncated', /ends within/],
    [
      'a tag that is not open',
      kml(`${placemark('a')}</Folder>`),
      'malformed',
      /closes <\/Folder> in line 2, which is not open/,
    ],
    ['two roots', `${kml('')}<kml/>`, 'malformed', /second root element/],
    [
      'another encoding',
      kml(placemark('a')).replace('UTF-8', 'klingon'),
      'unsupported',
      /encoding "klingon"/,
    ],
  ];
  for (const [what, text, kind, message] of faults)
    test(`${what} is an error`, async () => {
      const { fault } = await readAll('f.kml', text);
      assert.equal(fault?.kind, kind);
      assert.match(fault.message, message);
    });

  test('an unknown entity, or coordinates that are none, refuse one placemark', async () => {
    const { features, refused } = await readAll(
      'f.kml',
      kml(`${placemark('a')}\n${placemark('&nope;')}\n${placemark('b', '500,2')}\n${placemark('c')}`),
    );
    assert.deepEqual(
      features.map(({ properties }) => properties.name),
      ['a', 'c'],
    );
    assert.deepEqual(
      refused.map(({ location }) => location.line),
      [3, 4],
    );
    assert.match(refused[0]!.reason, /not valid XML/);
    assert.match(refused[1]!.reason, /longitude/);
  });
  test('XML of another kind is no format we read', async () => {
    assert.equal((await readAll('f.xml', '<html><body/></html>')).fault?.kind, 'unknown');
  });
  test('bytes that are not in the encoding are an error', async () => {
    assert.match(
      (await readAll('f.kml', Buffer.from(kml(placemark('ä')), 'latin1'))).fault!.message,
      /is not valid utf-8/,
    );
  });
});

test('a KML field that is called like the prototype of objects is a property like any other', async () => {
  const schema =
    '<Schema id="s"><SimpleField type="string" name="&#95;_proto__"/><SimpleField type="string" name="name"/></Schema>';
  const data =
    '<ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="__proto__">x</SimpleData></SchemaData></ExtendedData>';
  const point = '<Point><coordinates>9,50</coordinates></Point>';
  const text = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${schema}<Placemark>${data}${point}</Placemark></Document></kml>`;
  const { features } = await readAll('f.kml', text);
  assert.deepEqual(features[0]?.properties, { _proto_: 'x' });
});
