/** A drawing with logarithmic axes, readable on light and on dark pages. */
export type Plot = {
  title: string;
  x: { label: string };
  y: { label: string; ticks: (value: number) => string };
  lines: readonly Line[];
};

export type Line = { name: string; points: readonly (readonly [x: number, y: number])[] };

const SIZE = { width: 860, height: 430 };
const AREA = { left: 86, top: 44, right: 590, bottom: 372 };
const LABEL_GAP = 17;

/** Told apart by shade, by dashes and by their labels: colour alone does not carry anything. */
const STYLE = `
  svg { color-scheme: light dark; }
  .page { fill: #ffffff; }
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 15px; font-weight: 600; }
  .grid { stroke: #d8dee4; stroke-width: 1; }
  .line { fill: none; stroke-width: 2.25; }
  .lead { fill: none; stroke-width: 1; opacity: 0.6; }
  .c0 { stroke: #0550ae; } .c1 { stroke: #bc4c00; } .c2 { stroke: #116329; }
  .c3 { stroke: #8250df; } .c4 { stroke: #a40e26; } .c5 { stroke: #57606a; }
  .dot { fill: #ffffff; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; }
    text { fill: #e6edf3; }
    .grid { stroke: #30363d; }
    .dot { fill: #0d1117; }
    .c0 { stroke: #79c0ff; } .c1 { stroke: #ffa657; } .c2 { stroke: #7ee787; }
    .c3 { stroke: #d2a8ff; } .c4 { stroke: #ff7b72; } .c5 { stroke: #b1bac4; }
  }`;
const COLOURS = 6;
const DASHES = ['', '7 4', '2 3', '9 3 2 3'];

export function drawPlot({ title, x, y, lines }: Plot): string {
  const xs = lines.flatMap(({ points }) => points.map(([value]) => value));
  const ys = lines.flatMap(({ points }) => points.map(([, value]) => value));
  const across = scale(decades(xs, false), AREA.left, AREA.right);
  const upwards = scale(decades(ys, true), AREA.bottom, AREA.top);
  const parts = [
    `<rect class="page" width="${SIZE.width}" height="${SIZE.height}" rx="6"/>`,
    text(AREA.left, 26, title, 'class="title"'),
    ...[...new Set(xs)].map((value) => xTick(across(value), value)),
    ...powersWithin(decades(ys, true)).map((value) => yTick(upwards(value), y.ticks(value))),
    text((AREA.left + AREA.right) / 2, SIZE.height - 16, x.label, 'text-anchor="middle"'),
    `<text transform="translate(20 ${(AREA.top + AREA.bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeMarkup(y.label)}</text>`,
    ...drawLines(lines, across, upwards),
  ];
  const described = `${title}: ${lines.map(({ name }) => name).join(', ')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" width="${SIZE.width}" height="${SIZE.height}" role="img" aria-label="${escapeMarkup(described)}">
<style>${STYLE}
</style>
${parts.join('\n')}
</svg>
`;
}

type Scale = (value: number) => number;

function scale([least, most]: [number, number], from: number, to: number): Scale {
  const [low, high] = [Math.log10(least), Math.log10(most)];
  return (value) => round(from + ((Math.log10(value) - low) / (high - low)) * (to - from));
}

/** From the least to the most; widened to powers of ten where the axis is labelled by them. */
function decades(values: number[], whole: boolean): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!whole) return least === most ? [least / 2, most * 2] : [least, most];
  const [low, high] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

function powersWithin([least, most]: [number, number]): number[] {
  const first = Math.round(Math.log10(least));
  return Array.from({ length: Math.round(Math.log10(most)) - first + 1 }, (_, i) => 10 ** (first + i));
}

function xTick(at: number, value: number): string {
  const label = value < 1e6 ? `${value / 1e3} k` : `${value / 1e6} M`;
  return `<path class="grid" d="M${at} ${AREA.top}V${AREA.bottom}"/>${text(at, AREA.bottom + 18, label, 'text-anchor="middle"')}`;
}

function yTick(at: number, label: string): string {
  return `<path class="grid" d="M${AREA.left} ${at}H${AREA.right}"/>${text(AREA.left - 8, at + 4, label, 'text-anchor="end"')}`;
}

/** Names stand at the ends of their lines, moved apart where they would meet, the highest line first. */
function drawLines(lines: readonly Line[], across: Scale, upwards: Scale): string[] {
  const ends = lines
    .map(({ points }, i) => ({ i, end: upwards(points.at(-1)![1]) }))
    .sort((a, b) => a.end - b.end);
  const labels = new Map<number, number>();
  let least = AREA.top;
  for (const { i, end } of ends) {
    const at = Math.max(least, end);
    labels.set(i, at);
    least = at + LABEL_GAP;
  }
  const over = Math.max(0, least - LABEL_GAP - AREA.bottom);
  return lines.map(({ name, points }, i) => {
    const pixels = points.map(([px, py]) => [across(px), upwards(py)] as const);
    const colour = `c${i % COLOURS}`;
    const [lastX, lastY] = pixels.at(-1)!;
    const label = round(labels.get(i)! - over);
    const dashes = DASHES[Math.floor(i / 2) % DASHES.length];
    return [
      `<path class="line ${colour}" stroke-dasharray="${dashes}" d="M${pixels.map((pixel) => pixel.join(' ')).join('L')}"/>`,
      ...pixels.map(([cx, cy]) => `<circle class="dot ${colour}" cx="${cx}" cy="${cy}" r="3.5"/>`),
      `<path class="lead ${colour}" d="M${lastX + 5} ${lastY}L${AREA.right + 20} ${label}"/>`,
      text(AREA.right + 24, label + 4, name, ''),
    ].join('');
  });
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escapeMarkup(content)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeMarkup(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
