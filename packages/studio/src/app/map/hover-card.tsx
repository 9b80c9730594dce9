import { type Feature, NAMESPACE } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { formatCount, formatValue } from '../ui/format.ts';
import type { Pointed, PointedCell } from './canvas.ts';
import { lookUp } from './feature-cache.ts';
import { contentVersions } from './state.ts';
import { titleOf, titleProperty } from './titles.ts';

const ROWS = 5;
/** Long enough not to ask for everything the pointer passes. */
const DWELL_MS = 120;

/** Beside the pointer: what the feature below it says, or how many features the cell has. */
export function HoverCard({ pointed }: { pointed: Pointed | PointedCell }) {
  if ('id' in pointed) return <FeatureHover pointed={pointed} />;
  const { count, x, y } = pointed;
  return (
    <div class="hover-card" style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">
      <strong>{t.features(count, formatCount(count))}</strong>
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
  const rows = Object.entries(feature?.properties ?? {})
    .filter(([name]) => name !== NAMESPACE && name !== titleProperty(space))
    .slice(0, ROWS);
  return (
    <div class="hover-card" style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">
      <strong>{feature ? titleOf(space, feature, 60) : formatValue(id, 60)}</strong>
      {rows.length > 0 && (
        <dl>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{formatValue(name, 30)}</dt>
              <dd>{formatValue(value, 60)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
