import { countFilters } from '../../filter/layer-filter.ts';
import type { LayerStyle, MapLayer } from '../../map-style/document.ts';
import { HEAT, OTHER_COLOR, RAMP } from '../../map-style/palette.ts';
import { t } from '../strings.ts';
import { formatCount, formatValue } from '../ui/format.ts';
import { useClassCounts } from './class-counts.ts';
import { layerStatistics } from './state.ts';

/** What the colours of a layer mean. */
export function Legend({ layer }: { layer: MapLayer }) {
  const { style } = layer;
  const counts = useClassCounts(layer);
  if (style.view !== 'features')
    return (
      <div class="legend ramp">
        <span>{t.style.few}</span>
        <span class="swatches">
          {(style.view === 'heat' ? HEAT : RAMP).map((color) => (
            <Swatch key={color} color={color} />
          ))}
        </span>
        <span>{t.style.many}</span>
      </div>
    );
  if (style.shading === 'plain' || style.classes.length === 0) return null;
  const isGraduated = style.shading === 'graduated';
  const total = layerStatistics.value.get(layer.space)?.count.value;
  const shown = counts?.reduce((sum, count) => sum + count, 0);
  // With a filter nobody has counted the rest.
  const isAll = countFilters(layer.filter) === 0 && total !== undefined && shown === total;
  return (
    <>
      <p class="legend-title">{formatValue(style.property, 60)}</p>
      <ul class="legend">
        {style.classes.map(({ from, color }, index) => (
          <li key={String(from)}>
            <Swatch color={color} />
            {isGraduated ? range(style.classes, index) : formatValue(from, 40)}
            {counts && <span class="hint"> {formatCount(counts[index] ?? 0)}</span>}
          </li>
        ))}
        {!isAll && (
          <li>
            <Swatch color={OTHER_COLOR} />
            {t.style.other}
          </li>
        )}
      </ul>
    </>
  );
}

export function Swatch({ color }: { color: string }) {
  return <span class="swatch" style={{ background: color }} />;
}

function range(classes: LayerStyle['classes'], index: number): string {
  const [from, to] = [Number(classes[index]!.from), classes[index + 1]?.from];
  const show = (value: number) =>
    Math.abs(value) >= 1000 ? formatCount(value) : String(Number(value.toPrecision(4)));
  return to === undefined ? `≥ ${show(from)}` : `${show(from)} – ${show(Number(to))}`;
}
