import type { Aggregate, AggregateGroup } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { CELL_MEASURES, type CellMeasure, type LayerStyle, type MapLayer } from '../../map-style/document.ts';
import { call } from '../api/call.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { figuresRequest, measureTerms } from '../map/requests.ts';
import { contentVersions, layerStatistics, mapDocument } from '../map/state.ts';
import { timeLimits } from '../map/time-window.ts';
import { spaceTitle } from '../map/titles.ts';
import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { formatCount, formatNumber, formatValue } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';

/** A map that is being moved is asked about once it rests. */
const SETTLE_MS = 250;

/** How many features of a layer are in view, and what is made of their numbers: by the hub, over all of them. */
export function FiguresPanel({
  canvas,
  layer,
  onClose,
}: {
  canvas: MapCanvas;
  layer: MapLayer;
  onClose: () => void;
}) {
  const { space, style } = layer;
  const numeric = (layerStatistics.value.get(space)?.properties.value ?? [])
    .filter(({ datatype }) => datatype === 'number')
    .map(({ key }) => key);
  const [chosen, setChosen] = useState<{ space: string; property: string }>();
  const property = chosen?.space === space ? chosen.property : likelyProperty(style, numeric);
  const { count, group } = useFigures(layer, canvas, property);
  return (
    <section class="tip view-figures" aria-label={t.figures.tool}>
      <div class="view-count" role="status">
        <strong>{spaceTitle(space)}</strong>
        <span>{count === undefined ? t.figures.counting : t.figures.inView(count, formatCount(count))}</span>
      </div>
      {numeric.length > 0 && (
        <SelectField
          label={t.figures.property}
          value={property ?? ''}
          choices={numeric.map((key) => ({ value: key, label: formatValue(key, 60) }))}
          onChange={(wanted) => setChosen({ space, property: wanted })}
        />
      )}
      {property !== undefined && (
        <dl>
          {CELL_MEASURES.map((measure) => (
            <div key={measure}>
              <dt>{t.cells.names[measure]}</dt>
              <dd>{shownFigure(group, property, measure)}</dd>
            </div>
          ))}
        </dl>
      )}
      <IconButton icon="close" label={t.close} onClick={onClose} />
    </section>
  );
}

/** What the map shows already, or the first one with numbers. */
function likelyProperty({ property, sizeBy, cellBy }: LayerStyle, numeric: string[]): string | undefined {
  const shown = [cellBy?.property, property, sizeBy?.property].find((name) => name && numeric.includes(name));
  return shown ?? numeric[0];
}

function shownFigure(group: AggregateGroup | undefined, property: string, measure: CellMeasure): string {
  const figure = group?.[measureTerms(property)[measure]];
  return typeof figure === 'number' ? formatNumber(figure) : '–';
}

type Figures = { count?: number; group?: AggregateGroup };

/** Those of what is in view now; empty until they are known. */
function useFigures(layer: MapLayer, canvas: MapCanvas, property: string | undefined): Figures {
  const [figures, setFigures] = useState<Figures & { path?: string }>({});
  const { position } = mapDocument.value;
  const limits = timeLimits.value.get(layer.space);
  const version = contentVersions.value.get(layer.space);
  const { path } = figuresRequest(layer, canvas.bounds, property, limits);
  useEffect(() => {
    const running = new AbortController();
    const load = async () => {
      try {
        const { count, groups } = await call<Aggregate>({ path }, running.signal);
        setFigures({ path, count, ...(groups[0] ? { group: groups[0] } : {}) });
      } catch (error) {
        // Others are asked for already.
        if (!running.signal.aborted) throw error;
      }
    };
    const settled = setTimeout(() => void attempt(load), SETTLE_MS);
    return () => {
      clearTimeout(settled);
      running.abort();
    };
  }, [path, position, version]);
  return figures.path === path ? figures : {};
}
