import type { Box, Frame } from '../../thumbnail/frame.ts';
import type { Shape, TileShapes } from './thumbnail-shapes.ts';

/** Points are drawn no smaller and no larger than this, by how many there are. */
const POINT_PX = [0.9, 3.2] as const;
const LINE_PX = 1.4;

type Scale = { frame: Frame; scale: number; radius: number };

/** Draws shapes into a picture, areas below lines below points. */
export function drawShapes(canvas: HTMLCanvasElement, parts: readonly TileShapes[], frame: Frame): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const density = canvas.width / 320;
  const count = parts.reduce((sum, { shapes }) => sum + shapes.length, 0);
  const radius = density * Math.max(POINT_PX[0], Math.min(POINT_PX[1], 60 / Math.sqrt(count)));
  const scale = { frame, scale: canvas.width / frame.width, radius };
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.lineJoin = context.lineCap = 'round';
  for (const { tile, shapes } of parts) {
    context.save();
    // Areas are cut beyond the edges of their tile: that is not to be seen.
    if (parts.length > 1) clipTo(context, tile, scale);
    for (const kind of ['area', 'line', 'point'] as const)
      for (const [color, lines] of byColor(shapes, kind)) {
        const path = new Path2D();
        for (const line of lines) addLine(path, line, kind, scale);
        context.fillStyle = context.strokeStyle = color;
        context.lineWidth = density * (kind === 'line' ? LINE_PX : 0.7);
        context.globalAlpha = kind === 'area' ? 0.45 : 0.85;
        if (kind !== 'line') context.fill(path, kind === 'area' ? 'evenodd' : 'nonzero');
        context.globalAlpha = 0.95;
        if (kind !== 'point') context.stroke(path);
      }
    context.restore();
  }
}

function clipTo(context: CanvasRenderingContext2D, tile: Box, { frame, scale }: Scale): void {
  context.beginPath();
  context.rect(
    (tile.west - frame.x) * scale,
    (-tile.north * frame.stretch - frame.y) * scale,
    (tile.east - tile.west) * scale,
    (tile.north - tile.south) * frame.stretch * scale,
  );
  context.clip();
}

function byColor(shapes: readonly Shape[], kind: Shape['kind']): Map<string, Shape['lines']> {
  const found = new Map<string, Shape['lines']>();
  for (const shape of shapes) {
    if (shape.kind !== kind) continue;
    const lines = found.get(shape.color) ?? [];
    lines.push(...shape.lines);
    found.set(shape.color, lines);
  }
  return found;
}

function addLine(
  path: Path2D,
  line: Shape['lines'][number],
  kind: Shape['kind'],
  { frame, scale, radius }: Scale,
): void {
  // Beyond the antimeridian the world begins again.
  const turn = line.every(([longitude]) => longitude < frame.x) ? 360 : 0;
  for (const [index, [longitude, latitude]] of line.entries()) {
    const [x, y] = [(longitude + turn - frame.x) * scale, (-latitude * frame.stretch - frame.y) * scale];
    if (kind === 'point') {
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 2 * Math.PI);
    } else if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  if (kind === 'area') path.closePath();
}
