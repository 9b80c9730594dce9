import { Zlib } from 'fflate';
import type { Feature } from '../feature.ts';
import { parseJson } from '../json.ts';
import { joined } from '../text/byte-reader.ts';
import type { FeatureInput } from '../write/write-options.ts';
import { Canvas } from './canvas.ts';
import { MapFrame } from './map-frame.ts';
import type { PictureOptions } from './picture-options.ts';

const WHITE = [255, 255, 255] as const;
const OUTLINE_WIDTH = 0.75;
/** Of pixels, compressed at a time. */
const STEP_BYTES = 256 * 1024;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A picture of pixels: these are held (7 bytes each), features are not. */
export async function* writePng(
  features: AsyncIterable<FeatureInput>,
  options: PictureOptions,
): AsyncGenerator<Uint8Array> {
  const frame = new MapFrame(options);
  const canvas = new Canvas(frame.width, frame.height);
  const { size, opacity } = options.style;
  const color = channels(options.style.color);
  for await (const input of features) {
    options.signal?.throwIfAborted();
    const { geometry } = typeof input === 'string' ? (parseJson(input) as Feature) : input;
    if (geometry === null) continue;
    const { areas, lines, points } = frame.draw(geometry);
    for (const rings of areas) canvas.addArea(rings);
    canvas.paint(color, opacity);
    for (const rings of areas) for (const ring of rings) canvas.addLine(ring, OUTLINE_WIDTH);
    canvas.paint(WHITE, 1);
    for (const line of lines) canvas.addLine(line, size / 2);
    canvas.paint(color, opacity);
    for (const point of points) {
      canvas.addDot(point, size + 0.5);
      canvas.paint(WHITE, 1);
      canvas.addDot(point, size - 0.5);
      canvas.paint(color, opacity);
    }
  }
  yield SIGNATURE;
  yield chunk('IHDR', header(canvas));
  for (const data of compressed(canvas)) yield chunk('IDAT', data);
  yield chunk('IEND', new Uint8Array(0));
}

/** `#1b9e77` */
function channels(color: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
}

/** Eight bits for each of three channels. */
function header({ width, height }: Canvas): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes.set([8, 2], 8);
  return bytes;
}

/** Each row behind the number of its filter, which is none; many rows at a time. */
function* compressed({ width, height, pixels }: Canvas): Generator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zlib = new Zlib({ level: 4 }, (data) => void made.push(data));
  const stride = 1 + 3 * width;
  const step = Math.max(1, Math.floor(STEP_BYTES / stride));
  for (let top = 0; top < height; top += step) {
    const bottom = Math.min(top + step, height);
    const rows = new Uint8Array(stride * (bottom - top));
    for (let y = top; y < bottom; y++)
      rows.set(pixels.subarray(3 * width * y, 3 * width * (y + 1)), stride * (y - top) + 1);
    zlib.push(rows, bottom === height);
    const data = joined(made.splice(0));
    if (data.length > 0) yield data;
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 255]! ^ (value >>> 8);
  return ~value >>> 0;
}
