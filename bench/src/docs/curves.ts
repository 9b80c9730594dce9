import { type Figure, summarize } from '../figure.ts';
import { significant } from '../table.ts';
import type { Line, Plot } from './plot.ts';

const FEATURES = 'features in the space';
const MILLISECONDS = {
  label: 'processor time of the hub, a request',
  ticks: (value: number) =>
    value >= 1000 ? `${value / 1000} s` : value >= 1 ? `${value} ms` : `${value * 1000} µs`,
};

/** The drawings of the growth curves by the name of their file; each names the curves that it has. */
const PLOTS: Readonly<
  Record<string, Omit<Plot, 'lines' | 'x'> & { curves: RegExp; name: (curve: string) => string }>
> = {
  'growth-lookups': {
    title: 'Reads that do not ask for an area',
    y: MILLISECONDS,
    curves: /^(get-feature|count|statistics|search, indexed|iterate|search of everything).*: processor time$/,
    name: (curve) => curve.replace(': processor time', ''),
  },
  'growth-areas': {
    title: 'Reads of areas, and a bulk write',
    y: MILLISECONDS,
    curves: /^(bbox|vector tile|z2|bulk put).*: processor time$/,
    name: (curve) => curve.replace(': processor time', ''),
  },
  'growth-memory': {
    title: 'Memory of the hub',
    y: { label: 'resident memory', ticks: (value) => `${value} MB` },
    curves: /^memory, /,
    name: (curve) => curve.replace('memory, ', ''),
  },
};

export function growthPlots(figures: readonly Figure[]): [name: string, plot: Plot][] {
  return Object.entries(PLOTS).map(([name, { title, y, curves, name: shorten }]) => [
    name,
    { title, y, x: { label: FEATURES }, lines: linesOf(figures, curves, shorten) },
  ]);
}

function linesOf(figures: readonly Figure[], curves: RegExp, shorten: (curve: string) => string): Line[] {
  const lines = new Map<string, [number, number][]>();
  for (const figure of figures) {
    const { curve, features } = figure.point ?? {};
    if (curve === undefined || features === undefined || !curves.test(curve)) continue;
    const points = lines.get(curve) ?? [];
    points.push([features, summarize(figure).ours]);
    lines.set(curve, points);
  }
  return [...lines].map(([curve, points]) => ({ name: shorten(curve), points }));
}

/** All curves as one table: a row each, a column for every size. */
export function growthTable(figures: readonly Figure[]): string {
  const sizes = [...new Set(figures.map(({ point }) => point!.features))].sort((a, b) => a - b);
  const rows = new Map<string, Map<number, string>>();
  for (const figure of figures) {
    const { curve, features } = figure.point!;
    // Processor time comes first, wall time joins it.
    const name = `${curve.replace(/: (processor|wall) time$/, '')}, ${figure.unit}`;
    const row = rows.get(name) ?? new Map<number, string>();
    const value = significant(summarize(figure).ours);
    const before = row.get(features);
    row.set(features, before === undefined ? value : `${before} · ${value}`);
    rows.set(name, row);
  }
  return [
    `| features | ${sizes.map((size) => size.toLocaleString('en').replaceAll(',', ' ')).join(' | ')} |`,
    `|---|${sizes.map(() => '---|').join('')}`,
    ...[...rows].map(
      ([name, row]) => `| ${name} | ${sizes.map((size) => row.get(size) ?? '').join(' | ')} |`,
    ),
  ].join('\n');
}
