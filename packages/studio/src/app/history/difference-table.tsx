import { compareStates, type FeatureState } from '../../history/compare.ts';
import { t } from '../strings.ts';
import { formatCount, formatValue } from '../ui/format.ts';

const MAX_ROWS = 30;
const LONGEST = 120;

type Props = {
  before: FeatureState;
  after: FeatureState;
  /** What the two columns are called. */
  heads: readonly [before: string, after: string];
};

/** What two states of a feature have differently. */
export function DifferenceTable({ before, after, heads }: Props) {
  const all = compareStates(before, after);
  if (all.length === 0) return <p class="hint">{t.history.same}</p>;
  const shown = (value: unknown) => (value === undefined ? t.history.absent : formatValue(value, LONGEST));
  return (
    <>
      <table class="differences">
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.slice(0, MAX_ROWS).map((found) => (
            <tr key={found.kind === 'property' ? `property ${found.name}` : found.kind}>
              {found.kind === 'shape' && (
                <>
                  <th scope="row">{t.history.shape}</th>
                  <td>{describeShape(before)}</td>
                  <td>{describeShape(after)}</td>
                </>
              )}
              {found.kind === 'tags' && (
                <>
                  <th scope="row">{t.history.tags}</th>
                  <td>{formatValue(found.before.join(', '), LONGEST)}</td>
                  <td>{formatValue(found.after.join(', '), LONGEST)}</td>
                </>
              )}
              {found.kind === 'property' && (
                <>
                  <th scope="row">{formatValue(found.name, 60)}</th>
                  <td>{shown(found.before)}</td>
                  <td>{shown(found.after)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > MAX_ROWS && <p class="hint">{t.andMore(formatCount(all.length - MAX_ROWS))}</p>}
    </>
  );
}

/** Points by their position; of others the type has to do, as the map shows both. */
export function describeShape({ geometry }: FeatureState): string {
  if (!geometry) return t.feature.noGeometry;
  if (geometry.type !== 'Point') return t.feature.geometry[geometry.type];
  return geometry.coordinates.map((degrees) => String(Number(degrees.toFixed(5)))).join(', ');
}

/** What differs, in a few words. */
export function summaryOf(before: FeatureState, after: FeatureState): string {
  const names = compareStates(before, after).map((found) =>
    found.kind === 'property'
      ? formatValue(found.name, 30)
      : found.kind === 'shape'
        ? t.history.shape
        : t.history.tags,
  );
  return names.length > 4 ? `${names.slice(0, 3).join(', ')}, …` : names.join(', ');
}
