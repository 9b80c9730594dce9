import { useMemo } from 'preact/hooks';
import { stateOf } from '../../history/compare.ts';
import type { MergedField } from '../../history/merge-states.ts';
import { DifferenceMap } from '../history/difference-map.tsx';
import { describeShape } from '../history/difference-table.tsx';
import { t } from '../strings.ts';
import { formatCount, formatValue } from '../ui/format.ts';
import { fieldsOf, isDisputed } from './resolve-conflict.ts';
import type { Conflict } from './save.ts';

/** So many are listed of what needs no decision. */
const MAX_AGREED = 10;
const LONGEST = 60;

type Props = {
  conflict: Conflict;
  /** The keys of what is to be as mine. */
  ofMine: ReadonlySet<string>;
  onChoose: (key: string, isMine: boolean) => void;
};

/** What two people have made differently of a feature: a choice for each thing that both have changed. */
export function ConflictFields({ conflict, ofMine, onChoose }: Props) {
  const fields = fieldsOf(conflict);
  const disputed = fields.filter(isDisputed);
  const agreed = fields.slice(disputed.length);
  if (fields.length === 0) return <p class="hint">{t.history.same}</p>;
  return (
    <>
      {fields.some(({ kind }) => kind === 'shape') && <Shapes conflict={conflict} />}
      <table class="differences">
        <thead>
          <tr>
            <td />
            <th scope="col">{t.editor.yours}</th>
            <th scope="col">{t.editor.other}</th>
          </tr>
        </thead>
        <tbody>
          {disputed.map((field) => (
            <tr key={field.key}>
              <th scope="row">{nameOf(field)}</th>
              {(['mine', 'theirs'] as const).map((side) => (
                <td key={side}>
                  <label class="check">
                    <input
                      type="radio"
                      name={`${conflict.mine.id} ${field.key}`}
                      aria-label={t.editor.take(nameOf(field), side)}
                      checked={ofMine.has(field.key) === (side === 'mine')}
                      onChange={() => onChoose(field.key, side === 'mine')}
                    />
                    <span>{textOf(field, side, conflict)}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
          {agreed.slice(0, MAX_AGREED).map((field) => (
            <tr key={field.key}>
              <th scope="row">{nameOf(field)}</th>
              {(['mine', 'theirs'] as const).map((side) => (
                <td key={side}>
                  {textOf(field, side, conflict)}
                  {[side, 'together'].includes(field.changedBy) && (
                    <span class="muted"> {t.editor.counts}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {agreed.length > MAX_AGREED && <p class="hint">{t.andMore(formatCount(agreed.length - MAX_AGREED))}</p>}
    </>
  );
}

/** Both shapes on one map. */
function Shapes({ conflict: { mine, theirs } }: { conflict: Conflict }) {
  const shown = useMemo(() => [{ before: theirs!, after: mine }], [mine, theirs]);
  return (
    <>
      <DifferenceMap features={shown} label={t.editor.bothShapes} />
      <p class="hint">{t.editor.shapesKey}</p>
    </>
  );
}

function nameOf(field: MergedField): string {
  if (field.kind === 'property') return formatValue(field.name, LONGEST);
  return field.kind === 'shape' ? t.editor.shape : t.editor.tags;
}

function textOf(field: MergedField, side: 'mine' | 'theirs', { mine, theirs }: Conflict): string {
  if (field.kind === 'shape') return describeShape(side === 'mine' ? mine : stateOf(theirs!));
  if (field.kind === 'tags') return formatValue(field[side].join(', '), LONGEST);
  return field[side] === undefined ? t.editor.nothingThere : formatValue(field[side], LONGEST);
}
