import { crc32, deflateSync } from 'node:zlib';
import { ringsOf } from './sign-outline.ts';
import { SIGN_IMAGE, SIGN_NAMES, SIGN_WIDTH, SIGNS } from './signs.ts';

/** Files of a sprite, as map libraries ask for them: `signs.json`, `signs@2x.png`. */
export const SPRITE_FILES = ['signs.json', 'signs.png', 'signs@2x.json', 'signs@2x.png'] as const;
export type SpriteFile = (typeof SPRITE_FILES)[number];

/** In each row of pixels so many lines are looked at. */
const LINES = 8;

/** The signs of points side by side, white on nothing, or where each of them is. */
export function signSprite(file: SpriteFile): { type: string; body: Uint8Array } {
  const scale = file.includes('@2x') ? 2 : 1;
  return file.endsWith('.json')
    ? { type: 'application/json', body: Buffer.from(JSON.stringify(index(scale))) }
    : { type: 'image/png', body: picture(scale) };
}

function index(scale: number): Record<string, object> {
  const side = SIGN_WIDTH * scale;
  return Object.fromEntries(
    SIGN_NAMES.map((name, at) => [
      SIGN_IMAGE + name,
      { x: at * side, y: 0, width: side, height: side, pixelRatio: scale },
    ]),
  );
}

function picture(scale: number): Uint8Array {
  const side = SIGN_WIDTH * scale;
  const width = SIGN_NAMES.length * side;
  const covered = new Float64Array(width * side);
  for (const [at, name] of SIGN_NAMES.entries())
    fill(covered, width, at * side, ringsOf(SIGNS[name]), scale, side);
  return png(width, side, covered);
}

/** Adds to each pixel how much of it lies within the rings, by the rule of even and odd. */
function fill(
  covered: Float64Array,
  width: number,
  left: number,
  rings: readonly (readonly (readonly [number, number])[])[],
  scale: number,
  side: number,
): void {
  for (let line = 0; line < side * LINES; line++) {
    const y = (line + 0.5) / LINES / scale;
    const row = Math.floor(line / LINES) * width + left;
    const crossings = rings.flatMap((ring) => crossingsOf(ring, y)).sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from, to] = [crossings[at]! * scale, crossings[at + 1]! * scale];
      for (let x = Math.max(0, Math.floor(from)); x < Math.min(side, to); x++)
        covered[row + x]! += (Math.min(x + 1, to) - Math.max(x, from)) / LINES;
    }
  }
}

/** Where a ring crosses a horizontal line. */
function crossingsOf(ring: readonly (readonly [number, number])[], y: number): number[] {
  return ring.flatMap(([x1, y1], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length]!;
    return y1 > y === y2 > y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
  });
}

/** Grey with transparency, eight bits each, of which all grey is white. */
function png(width: number, height: number, covered: Float64Array): Uint8Array {
  const rows = Buffer.alloc(height * (1 + 2 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * (1 + 2 * width) + 1 + 2 * x;
      rows[at] = 255;
      rows[at + 1] = Math.min(255, Math.round(255 * covered[y * width + x]!));
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 4], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(8 + named.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), 4 + named.length);
  return bytes;
}
