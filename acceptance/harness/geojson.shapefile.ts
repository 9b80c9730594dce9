const HEADER_BYTES = 100;
const POINT = 1;
const FILE_CODE = 9994;
const RECORD_BYTES = 28;

/** The three files of a shapefile with these points and a column `no`, after the published description of the format. */
export function shapefile(points: [number, number][]): { shp: Buffer; shx: Buffer; dbf: Buffer } {
  const records = points.map(([x, y], i) => {
    const record = Buffer.alloc(RECORD_BYTES);
    record.writeInt32BE(i + 1, 0);
    record.writeInt32BE((RECORD_BYTES - 8) / 2, 4);
    record.writeInt32LE(POINT, 8);
    record.writeDoubleLE(x, 12);
    record.writeDoubleLE(y, 20);
    return record;
  });
  const index = points.map((_, i) => {
    const entry = Buffer.alloc(8);
    entry.writeInt32BE((HEADER_BYTES + i * RECORD_BYTES) / 2, 0);
    entry.writeInt32BE((RECORD_BYTES - 8) / 2, 4);
    return entry;
  });
  return { shp: framed(points, records), shx: framed(points, index), dbf: table(points.length) };
}

function framed(points: [number, number][], parts: Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const body = Buffer.concat(parts);
  header.writeInt32BE(FILE_CODE, 0);
  header.writeInt32BE((HEADER_BYTES + body.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(POINT, 32);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  for (const [i, edge] of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].entries())
    header.writeDoubleLE(edge, 36 + i * 8);
  return Buffer.concat([header, body]);
}

/** A dBASE III table with one number a row. */
function table(rows: number): Buffer {
  const [headerBytes, width] = [65, 4];
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(rows, 4);
  header.writeUInt16LE(headerBytes, 8);
  header.writeUInt16LE(1 + width, 10);
  header.write('no', 32, 'latin1');
  header.write('N', 43, 'latin1');
  header.writeUInt8(width, 48);
  header.writeUInt8(0x0d, 64);
  const lines = Array.from({ length: rows }, (_, i) => ` ${String(i + 1).padStart(width)}`);
  return Buffer.concat([header, Buffer.from(`${lines.join('')}\u001a`, 'latin1')]);
}
