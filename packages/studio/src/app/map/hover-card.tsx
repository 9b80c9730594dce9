import type { Feature } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { formatCount, formatNumber, formatValue } from '../ui/format.ts';
import type { Pointed, PointedCell } from './canvas.ts';
import { lookUp } from './feature-cache.ts';
import { popupRows, popupText } from './popup-content.ts';
import { contentVersions, layerOf } from './state.ts';
import { titleOf, titleProperty } from './titles.ts';

const ROWS = 5;
const LONGEST_TEXT = 300;
/** Long enough not to ask for everything the pointer passes. */
const DWELL_MS = 120;

/** Beside the pointer: what the feature below it says, or how many features the cell has. */
export function HoverCard({ pointed }: { pointed: Pointed | PointedCell }) {
  if ('id' in pointed) return <FeatureHover pointed={pointed} />;
  const { space, count, value, x, y } = pointed;
  const cellBy = layerOf(space)?.style.cellBy;
  return (
    <div class="hover-card" style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">
      <strong>{t.features(count, formatCount(count))}</strong>
      {cellBy && value !== undefined && (
        <dl>
          <div>
            <dt>{t.cells.measures[cellBy.measure](formatValue(cellBy.property, 30))}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}

function FeatureHover({ pointed: { space, id, x, y } }: { pointed: Pointed }) {
  const [feature, setFeature] = useState<Feature>();
  useEffect(() => {
    setFeature(undefined);
    let isLeft = false;
    const dwell = setTimeout(() => {
      lookUp(space, id, contentVersions.value.get(space) ?? 0).then(
        (found) => !isLeft && setFeature(found),
        // The card shows the id alone; a click says what is wrong.
        () => undefined,
      );
    }, DWELL_MS);
    return () => {
      isLeft = true;
      clearTimeout(dwell);
    };
  }, [space, id]);
  const popup = layerOf(space)?.style.popup;
  if (popup?.hover === 'none') return null;
  const isWhole = feature !== undefined && popup?.hover === undefined;
  const text = isWhole ? popupText(popup, feature, LONGEST_TEXT) : '';
  const rows = isWhole
    ? popupRows(popup, feature)
        .filter(({ property }) => popup?.fields !== undefined || property !== titleProperty(space))
        .slice(0, ROWS)
    : [];
  return (
    <div class="hover-card" style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">
      <strong>{feature ? titleOf(space, feature, 60) : formatValue(id, 60)}</strong>
      {text !== '' && <p class="popup-text">{text}</p>}
      {rows.length > 0 && (
        <dl>
          {rows.map(({ property, label, value }) => (
            <div key={property}>
              <dt>{formatValue(label, 30)}</dt>
              <dd>{formatValue(value, 60)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
