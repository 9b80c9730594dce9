import type { LayerStyle, MapLayer } from '../../map-style/document.ts';
import { OTHER_COLOR } from '../../map-style/palette.ts';
import { RAMPS } from '../../map-style/ramp.ts';
import { SIGNS, type SignName } from '../../map-style/signs.ts';
import { LARGEST, SMALLEST } from '../../map-style/size.ts';
import { themedStyle } from '../../map-style/themed-layer.ts';
import { t } from '../strings.ts';
import { formatCount, formatNumber, formatValue } from '../ui/format.ts';
import { useClassCounts } from './class-counts.ts';
import { cellRanges, isDarkGround } from './state.ts';

/** What the colours of a layer mean. */
export function Legend({ layer }: { layer: MapLayer }) {
  const style = themedStyle(layer.style, isDarkGround.value);
  const counts = useClassCounts(layer);
  if (style.view === 'clusters') return <p class="legend-title">{t.style.clustered}</p>;
  if (style.view !== 'features') return <CellLegend layer={layer} />;
  return (
    <>
      <ColorLegend style={style} counts={counts} />
      <SizeLegend style={style} />
    </>
  );
}

/** What the smallest and the largest sign stand for, and what raises areas. */
function SizeLegend({ style }: { style: LayerStyle }) {
  const { sizeBy, heightBy, size, color, opacity } = style;
  const circle = (factor: number) => {
    const width = `${Math.round(2 * size * factor)}px`;
    return <span class="circle" style={{ width, height: width, background: color, opacity }} />;
  };
  return (
    <>
      {sizeBy && (
        <>
          <p class="legend-title">{t.style.sizeLegend(formatValue(sizeBy.property, 60))}</p>
          <div class="legend sizes">
            {circle(SMALLEST)}
            <span>{formatNumber(sizeBy.low)}</span>
            {circle(LARGEST)}
            <span>{formatNumber(sizeBy.high)}</span>
          </div>
        </>
      )}
      {heightBy && <p class="legend-title">{t.style.heightLegend(formatValue(heightBy.property, 60))}</p>}
    </>
  );
}

function ColorLegend({ style, counts }: { style: LayerStyle; counts: ReturnType<typeof useClassCounts> }) {
  if (style.shading === 'plain' || style.classes.length === 0) return null;
  const isGraduated = style.shading === 'graduated';
  return (
    <>
      <p class="legend-title">{formatValue(style.property, 60)}</p>
      <ul class="legend">
        {style.classes.map(({ from, color, sign }, index) => (
          <li key={String(from)}>
            <Swatch
              color={color}
              opacity={style.opacity}
              sign={isGraduated ? style.sign : (sign ?? style.sign)}
            />
            <span>{isGraduated ? rangeOf(style.classes, index) : formatValue(from, 40)}</span>
            {counts && <span class="count">{formatCount(counts.classes[index] ?? 0)}</span>}
          </li>
        ))}
        {counts && counts.other > 0 && (
          <li>
            <Swatch color={OTHER_COLOR} opacity={style.opacity} sign={style.sign} />
            <span>{isGraduated ? t.style.noNumber : t.style.other}</span>
            <span class="count">{formatCount(counts.other)}</span>
          </li>
        )}
      </ul>
    </>
  );
}

/** What numbers colours stand for; heat has none, as cells flow into each other. */
function CellLegend({ layer: { space, style } }: { layer: MapLayer }) {
  const isHeat = style.view === 'heat';
  const range = isHeat ? undefined : cellRanges.value.get(space);
  const colors = isHeat
    ? RAMPS.fire
    : isDarkGround.value
      ? RAMPS[style.ramp].toReversed()
      : RAMPS[style.ramp];
  return (
    <>
      <p class="legend-title">{cellTitle(style)}</p>
      <div class="legend ramp">
        <span>{range ? formatNumber(range.low) : t.style.few}</span>
        <span class="swatches">
          {colors.map((color) => (
            <Swatch key={color} color={color} opacity={style.opacity} />
          ))}
        </span>
        <span>{range ? formatNumber(range.high) : t.style.many}</span>
      </div>
    </>
  );
}

/** What the numbers of cells are. */
export function cellTitle({ view, cellBy, heatBy }: LayerStyle): string {
  if (view === 'heat')
    return heatBy === undefined ? t.style.density : t.style.densityOf(formatValue(heatBy, 60));
  return cellBy
    ? t.cells.perCell(t.cells.measures[cellBy.measure](formatValue(cellBy.property, 60)))
    : t.style.perCell;
}

type SwatchProps = { color: string; opacity?: number; sign?: SignName | undefined };

/** As opaque as what it explains. */
export function Swatch({ color, opacity = 1, sign }: SwatchProps) {
  if (sign)
    return (
      <svg class="sign" viewBox="0 0 24 24" style={{ background: color, opacity }} aria-hidden="true">
        <path d={SIGNS[sign]} fill="#fff" fill-rule="evenodd" />
      </svg>
    );
  return <span class="swatch" style={{ background: color, opacity }} />;
}

/** The numbers of a class: `10 – 20`, of the last one `≥ 20`. */
export function rangeOf(classes: LayerStyle['classes'], index: number): string {
  const [from, to] = [Number(classes[index]!.from), classes[index + 1]?.from];
  return to === undefined ? `≥ ${formatNumber(from)}` : `${formatNumber(from)} – ${formatNumber(Number(to))}`;
}
