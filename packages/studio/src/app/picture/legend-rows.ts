import type { LayerStyle, MapLayer } from '../../map-style/document.ts';
import { OTHER_COLOR } from '../../map-style/palette.ts';
import { RAMPS } from '../../map-style/ramp.ts';
import type { SignName } from '../../map-style/signs.ts';
import { LARGEST, SMALLEST } from '../../map-style/size.ts';
import { themedStyle } from '../../map-style/themed-layer.ts';
import { classCountsOf } from '../map/class-counts.ts';
import { cellTitle, rangeOf } from '../map/legend.tsx';
import { cellRanges, isDarkGround, layerStatistics } from '../map/state.ts';
import { spaceTitle } from '../map/titles.ts';
import { t } from '../strings.ts';
import { formatNumber, formatValue } from '../ui/format.ts';

/** A line of a legend: a heading, or colours with what they mean. */
export type LegendRow = {
  text: string;
  colors: readonly string[];
  /** As opaque as what they explain. */
  opacity?: number;
  sign?: SignName | undefined;
  /** How colours are drawn; as areas where nothing is said. */
  shape?: 'area' | 'line' | 'point' | undefined;
  /** Of points, in pixels. */
  radius?: number;
};

const LONGEST = 34;

/** What the colours of the layers that are shown mean, from top to bottom. */
export function legendRows(layers: readonly MapLayer[]): LegendRow[] {
  return layers.filter(({ isVisible }) => isVisible).flatMap(rowsOf);
}

function rowsOf(layer: MapLayer): LegendRow[] {
  const style = themedStyle(layer.style, isDarkGround.value);
  const title = spaceTitle(layer.space, LONGEST);
  if (style.view === 'clusters') return [{ text: `${title}: ${t.style.clustered}`, colors: [style.color] }];
  if (style.view !== 'features') {
    const isHeat = style.view === 'heat';
    const range = isHeat ? undefined : cellRanges.value.get(layer.space);
    const colors = isHeat ? RAMPS.fire : RAMPS[style.ramp];
    const numbers = range
      ? `${formatNumber(range.low)} – ${formatNumber(range.high)}`
      : `${t.style.few} – ${t.style.many}`;
    return [
      { text: title, colors: [] },
      {
        text: `${cellTitle(style)}: ${numbers}`,
        colors: !isHeat && isDarkGround.value ? colors.toReversed() : colors,
        opacity: style.opacity,
      },
    ];
  }
  const look = { opacity: style.opacity, shape: shapeOf(layer.space) };
  if (style.shading === 'plain' || style.classes.length === 0)
    return [{ text: title, colors: [style.color], sign: style.sign, ...look }, ...sizeRows(style)];
  const isGraduated = style.shading === 'graduated';
  return [
    { text: `${title}: ${formatValue(style.property, LONGEST)}`, colors: [] },
    ...style.classes.map(({ from, color, sign }, index) => ({
      text: isGraduated ? rangeOf(style.classes, index) : formatValue(from, LONGEST),
      colors: [color],
      sign: isGraduated ? style.sign : (sign ?? style.sign),
      ...look,
    })),
    ...((classCountsOf(layer)?.other ?? 0) > 0
      ? [
          {
            text: isGraduated ? t.style.noNumber : t.style.other,
            colors: [OTHER_COLOR],
            sign: style.sign,
            ...look,
          },
        ]
      : []),
    ...sizeRows(style),
  ];
}

/** What the smallest and the largest sign stand for, and what raises areas. */
function sizeRows({ sizeBy, heightBy, size, color, opacity }: LayerStyle): LegendRow[] {
  const circle = (number: number, factor: number): LegendRow => ({
    text: formatNumber(number),
    colors: [color],
    shape: 'point',
    radius: size * factor,
    opacity,
  });
  return [
    ...(sizeBy
      ? [
          { text: t.style.sizeLegend(formatValue(sizeBy.property, LONGEST)), colors: [] },
          circle(sizeBy.low, SMALLEST),
          circle(sizeBy.high, LARGEST),
        ]
      : []),
    ...(heightBy
      ? [{ text: t.style.heightLegend(formatValue(heightBy.property, LONGEST)), colors: [] }]
      : []),
  ];
}

/** What the features of a space are, where they are all of a kind. */
function shapeOf(space: string): LegendRow['shape'] {
  const types = layerStatistics.value.get(space)?.geometryTypes.value ?? [];
  if (types.length === 0) return undefined;
  if (types.every((type) => type.endsWith('Point'))) return 'point';
  return types.every((type) => type.endsWith('LineString')) ? 'line' : undefined;
}
