import type { Map as MapLibre } from 'maplibre-gl';
import { SIGN_WIDTH, SIGNS, type SignName } from '../../map-style/signs.ts';
import { metresPerPixel, scaleBar } from '../../picture/scale-bar.ts';
import { t } from '../strings.ts';
import { formatCount } from '../ui/format.ts';
import type { LegendRow } from './legend-rows.ts';

export type PictureText = { title: string; legend: readonly LegendRow[]; attribution: string };

const LINE = 20;
const EDGE = 16;
const SIGN_RADIUS = 9;
const LOADING_MS = 15_000;
const LOOKS = {
  light: { ground: '#ffffff', box: 'rgba(255,255,255,0.88)', ink: '#172125', muted: '#55646a' },
  dark: { ground: '#161e22', box: 'rgba(22,30,34,0.88)', ink: '#e4eaeb', muted: '#9badb3' },
};

/** The map as it is shown, with a title above it and legend, scale and attribution upon it. */
export async function drawPicture(
  map: MapLibre,
  { title, legend, attribution }: PictureText,
  theme: 'light' | 'dark',
): Promise<HTMLCanvasElement> {
  await loaded(map);
  const source = map.getCanvas();
  const ratio = source.width / source.clientWidth;
  const [width, height] = [source.clientWidth, source.clientHeight];
  const top = title === '' ? 0 : 48;
  const picture = document.createElement('canvas');
  picture.width = source.width;
  picture.height = source.height + Math.round(top * ratio);
  const pen = picture.getContext('2d')!;
  const look = LOOKS[theme];
  pen.scale(ratio, ratio);
  pen.fillStyle = look.ground;
  pen.fillRect(0, 0, width, top + height);
  await rendered(map, () => pen.drawImage(source, 0, top, width, height));
  const font = (size: number, weight = 400) => `${weight} ${size}px system-ui, sans-serif`;
  pen.textBaseline = 'middle';
  if (title !== '') {
    pen.font = font(22, 650);
    pen.fillStyle = look.ink;
    pen.fillText(title, EDGE, top / 2, width - 2 * EDGE);
  }
  if (legend.length > 0) drawLegend();
  drawFoot();
  return picture;

  function drawLegend(): void {
    const fits = Math.max(2, Math.floor((height - 6 * EDGE) / LINE));
    const lineOf = ({ radius = 0 }: LegendRow) => Math.max(LINE, 2 * radius + 6);
    const rows =
      legend.length <= fits
        ? legend
        : [
            ...legend.slice(0, fits - 1),
            { text: t.picture.more(formatCount(legend.length - fits + 1)), colors: [] },
          ];
    const rowFont = (row: LegendRow) => font(13, row.colors.length === 0 ? 600 : 400);
    const widest = Math.max(7, ...rows.map(({ radius = 0 }) => radius));
    const indent = (row: LegendRow) =>
      row.colors.length === 0 ? 0 : Math.max(row.colors.length * 14, 2 * widest) + (row.sign ? 12 : 8);
    const widths = rows.map((row) => {
      pen.font = rowFont(row);
      return indent(row) + pen.measureText(row.text).width;
    });
    const boxWidth = Math.min(width - 2 * EDGE, Math.max(...widths) + 2 * EDGE);
    pen.fillStyle = look.box;
    pen.fillRect(
      EDGE,
      top + EDGE,
      boxWidth,
      rows.reduce((sum, row) => sum + lineOf(row), EDGE),
    );
    let above = top + EDGE + EDGE / 2;
    for (const row of rows) {
      const [x, y] = [2 * EDGE, above + lineOf(row) / 2];
      pen.globalAlpha = row.opacity ?? 1;
      if (row.sign) drawSign(row.sign, row.colors[0]!, x + widest, y);
      else if (row.colors.length === 1) drawSwatch(row, x + widest, y);
      else
        row.colors.forEach((color, at) => {
          pen.fillStyle = color;
          pen.fillRect(x + at * 14, y - 6, 14, 12);
        });
      pen.globalAlpha = 1;
      pen.font = rowFont(row);
      pen.fillStyle = look.ink;
      pen.fillText(row.text, x + indent(row), y, boxWidth - 2 * EDGE - indent(row));
      above += lineOf(row);
    }
  }

  /** An area, a line or a point, as the features are. */
  function drawSwatch({ colors, shape, radius = 5 }: LegendRow, x: number, y: number): void {
    pen.fillStyle = pen.strokeStyle = colors[0]!;
    pen.beginPath();
    if (shape === 'line') {
      pen.lineWidth = 3;
      pen.moveTo(x - 7, y);
      pen.lineTo(x + 7, y);
      pen.stroke();
    } else if (shape === 'point') {
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fill();
    } else pen.fillRect(x - 7, y - 6, 14, 12);
  }

  /** As on the map: white on a disc. */
  function drawSign(sign: SignName, color: string, x: number, y: number): void {
    pen.save();
    pen.translate(x, y);
    pen.fillStyle = color;
    pen.beginPath();
    pen.arc(0, 0, SIGN_RADIUS, 0, 2 * Math.PI);
    pen.fill();
    const scale = (1.3 * SIGN_RADIUS) / SIGN_WIDTH;
    pen.scale(scale, scale);
    pen.translate(-SIGN_WIDTH / 2, -SIGN_WIDTH / 2);
    pen.fillStyle = '#ffffff';
    pen.fill(new Path2D(SIGNS[sign]), 'evenodd');
    pen.restore();
  }

  function drawFoot(): void {
    pen.font = font(12);
    const y = top + height - EDGE;
    const bar = scaleBar(metresPerPixel(map.getCenter().lat, map.getZoom()), 120);
    const label = bar.metres < 1000 ? `${bar.metres} m` : `${formatCount(bar.metres / 1000)} km`;
    pen.fillStyle = look.box;
    pen.fillRect(EDGE - 6, y - 24, bar.width + 12, 34);
    pen.strokeStyle = look.ink;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(EDGE, y - 4);
    pen.lineTo(EDGE, y + 4);
    pen.lineTo(EDGE + bar.width, y + 4);
    pen.lineTo(EDGE + bar.width, y - 4);
    pen.stroke();
    pen.fillStyle = look.ink;
    pen.fillText(label, EDGE, y - 14);
    if (attribution === '') return;
    const long = Math.min(pen.measureText(attribution).width, width - bar.width - 5 * EDGE);
    pen.fillStyle = look.box;
    pen.fillRect(width - long - EDGE - 6, y - 12, long + 12, 22);
    pen.fillStyle = look.muted;
    pen.fillText(attribution, width - long - EDGE, y, long);
  }
}

/** Until all of the map is there, or so long that nobody would wait for the rest. */
function loaded(map: MapLibre): Promise<void> {
  if (map.loaded()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(late);
      map.off('idle', end);
      resolve();
    };
    const late = setTimeout(end, LOADING_MS);
    map.on('idle', end);
  });
}

/** The picture of the map can be read only in the moment in which it is drawn. */
function rendered(map: MapLibre, read: () => void): Promise<void> {
  return new Promise((resolve) => {
    map.once('render', () => {
      read();
      resolve();
    });
    map.triggerRepaint();
  });
}
