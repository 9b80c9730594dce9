import type { Feature } from '../feature.ts';
import { parseJson } from '../json.ts';
import { Losses } from '../write/losses.ts';
import { utf8Chunks } from '../write/text-chunks.ts';
import type { FeatureInput } from '../write/write-options.ts';
import { escapeXml } from '../xml/escape.ts';
import { type Drawn, MapFrame, type Pixel } from './map-frame.ts';
import type { PictureOptions } from './picture-options.ts';

/** A picture of paths, one feature after the other: none is held. */
export function writeSvg(
  features: AsyncIterable<FeatureInput>,
  options: PictureOptions,
): AsyncGenerator<Uint8Array> {
  return utf8Chunks(pieces(features, options));
}

async function* pieces(
  features: AsyncIterable<FeatureInput>,
  options: PictureOptions,
): AsyncGenerator<string> {
  const frame = new MapFrame(options);
  const { width, height } = frame;
  const { color, size, opacity } = options.style;
  yield `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n`;
  yield `<title>${escapeXml(options.title, new Losses())}</title>\n`;
  yield `<style>path,circle{fill-rule:evenodd;stroke-linejoin:round;stroke-linecap:round}.a{fill:${color};fill-opacity:${opacity};stroke:#fff;stroke-width:.75}.l{fill:none;stroke:${color};stroke-opacity:${opacity};stroke-width:${size / 2}}.p{fill:${color};fill-opacity:${opacity};stroke:#fff;stroke-width:1}</style>\n`;
  yield `<rect width="${width}" height="${height}" fill="#fff"/>\n`;
  for await (const input of features) {
    options.signal?.throwIfAborted();
    const { geometry } = typeof input === 'string' ? (parseJson(input) as Feature) : input;
    if (geometry !== null) yield elementsOf(frame.draw(geometry), size);
  }
  yield '</svg>\n';
}

function elementsOf({ points, lines, areas }: Drawn, size: number): string {
  const area = areas.map((rings) => `${rings.map(pathOf).join('Z')}Z`).join('');
  const line = lines.map(pathOf).join('');
  const circles = points.map(
    ([x, y]) => `<circle class="p" cx="${short(x)}" cy="${short(y)}" r="${size}"/>\n`,
  );
  return [
    ...(area === '' ? [] : [`<path class="a" d="${area}"/>\n`]),
    ...(line === '' ? [] : [`<path class="l" d="${line}"/>\n`]),
    ...circles,
  ].join('');
}

/** `M1 2L3 4`; a line that is within one pixel is a dot of its width. */
function pathOf(pixels: Pixel[]): string {
  const [first, ...rest] = pixels.map(([x, y]) => `${short(x)} ${short(y)}`);
  if (first === undefined) return '';
  return `M${first}L${rest.length === 0 ? first : rest.join('L')}`;
}

function short(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}
