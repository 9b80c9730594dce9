type Point = readonly [x: number, y: number];

/** How many straight pieces stand for a curve: at 48 pixels nobody sees them. */
const PIECES = 24;
/** How many numbers a command takes. */
const TAKES: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, a: 7 };

/**
 * The rings of an outline as SVG writes it: lines, cubic curves and arcs of circles (`M12 2a7 7 0 0 0-7 7…z`), with curves as
 * straight pieces.
 */
export function ringsOf(outline: string): Point[][] {
  const rings: Point[][] = [];
  /** What the last curve was drawn to by, for one that goes on smoothly. */
  let handle: Point | undefined;
  for (const [, name, text] of outline.matchAll(/([a-z])([^a-z]*)/gi)) {
    const command = name!.toLowerCase();
    const numbers = (text!.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const takes = TAKES[command];
    if (takes === undefined) continue;
    for (let at = 0; at < numbers.length; at += takes) {
      const from = rings.at(-1)?.at(-1) ?? [0, 0];
      // Behind a closed ring the pen stands where that began.
      const pen = command === 'm' ? (rings.at(-1)?.[0] ?? from) : from;
      const origin: Point = name === command ? pen : [0, 0];
      const taken = numbers.slice(at, at + takes);
      const points = pointsOf(command, taken, pen, origin, handle);
      handle = /[cs]/.test(command) ? [origin[0] + taken.at(-4)!, origin[1] + taken.at(-3)!] : undefined;
      if (command === 'm' && at === 0) rings.push([...points]);
      else rings.at(-1)!.push(...points);
    }
  }
  return rings;
}

/** Where a command leads from a point; `origin` is what its numbers are measured from. */
function pointsOf(
  command: string,
  numbers: readonly number[],
  from: Point,
  [ox, oy]: Point,
  handle: Point = from,
): Point[] {
  const point = (at: number): Point => [ox + numbers[at]!, oy + numbers[at + 1]!];
  switch (command) {
    case 'h':
      return [[ox + numbers[0]!, from[1]]];
    case 'v':
      return [[from[0], oy + numbers[0]!]];
    case 'c':
      return curve(from, point(0), point(2), point(4));
    case 's':
      return curve(from, [2 * from[0] - handle[0], 2 * from[1] - handle[1]], point(0), point(2));
    case 'a':
      return arc(from, point(5), numbers[0]!, numbers[3] === 1, numbers[4] === 1);
    default:
      return [point(0)];
  }
}

function curve(from: Point, first: Point, second: Point, to: Point): Point[] {
  return pieces((t) => {
    const at = (axis: 0 | 1) =>
      (1 - t) ** 3 * from[axis] +
      3 * (1 - t) ** 2 * t * first[axis] +
      3 * (1 - t) * t ** 2 * second[axis] +
      t ** 3 * to[axis];
    return [at(0), at(1)];
  });
}

/** Of the four arcs of a radius between two points, the one that is meant: the longer one or not, clockwise or not. */
function arc(from: Point, to: Point, radius: number, isLong: boolean, isClockwise: boolean): Point[] {
  const [hx, hy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const half = Math.hypot(hx, hy);
  const side = isLong === isClockwise ? -1 : 1;
  const away = (side * Math.sqrt(Math.max(0, radius ** 2 - half ** 2))) / half;
  const [cx, cy] = [(from[0] + to[0]) / 2 + away * hy, (from[1] + to[1]) / 2 - away * hx];
  const start = Math.atan2(from[1] - cy, from[0] - cx);
  const turn = Math.atan2(to[1] - cy, to[0] - cx) - start;
  const full = 2 * Math.PI;
  const angle = isClockwise ? (turn + full) % full : -((full - turn) % full);
  const reach = Math.max(radius, half);
  return pieces((t) => [cx + reach * Math.cos(start + t * angle), cy + reach * Math.sin(start + t * angle)]);
}

function pieces(at: (t: number) => Point): Point[] {
  return Array.from({ length: PIECES }, (_, index) => at((index + 1) / PIECES));
}
