import { useState } from 'preact/hooks';
import { kindOf } from '../../shape/merge.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import type { Draft } from './draft.ts';

/** How far, and in which direction, a shape is moved on the screen. */
export type Push = { right: number; up: number };

type Props = {
  draft: Draft;
  isCutting: boolean;
  onCut: () => void;
  onMerge: () => void;
  onPush: (push: Push) => void;
  onTurn: (degrees: number) => void;
};

const STEP = 10;
const STEP_DEGREES = 15;

/** What can be done with the shape of a feature as a whole. */
export function ShapeTools({ draft: { geometry }, isCutting, onCut, onMerge, onPush, onTurn }: Props) {
  const [angle, setAngle] = useState('');
  const kind = geometry && kindOf(geometry);
  const degrees = Number(angle);
  return (
    <details class="shape-tools">
      <summary>{t.editor.shapeTools}</summary>
      <div class="shape-actions">
        <Button icon="scissors" pressed={isCutting} disabled={!kind || kind === 'points'} onClick={onCut}>
          {t.editor.split}
        </Button>
        <Button icon="merge" disabled={!kind} onClick={onMerge}>
          {t.editor.merge}
        </Button>
      </div>
      <div class="shape-actions" role="toolbar" aria-label={t.editor.move}>
        <IconButton icon="left" label={t.editor.moves.left} onClick={() => onPush({ right: -STEP, up: 0 })} />
        <IconButton icon="up" label={t.editor.moves.up} onClick={() => onPush({ right: 0, up: STEP })} />
        <IconButton icon="down" label={t.editor.moves.down} onClick={() => onPush({ right: 0, up: -STEP })} />
        <IconButton
          icon="right"
          label={t.editor.moves.right}
          onClick={() => onPush({ right: STEP, up: 0 })}
        />
        <span class="spacer" />
        <IconButton icon="turnLeft" label={t.editor.turnLeft} onClick={() => onTurn(-STEP_DEGREES)} />
        <IconButton icon="turnRight" label={t.editor.turnRight} onClick={() => onTurn(STEP_DEGREES)} />
      </div>
      <form
        class="turn"
        onSubmit={(event) => {
          event.preventDefault();
          if (angle.trim() !== '' && Number.isFinite(degrees) && degrees !== 0) onTurn(degrees);
          setAngle('');
        }}
      >
        <label class="field">
          <span>{t.editor.turnBy}</span>
          <input
            type="text"
            inputMode="decimal"
            value={angle}
            onInput={(event) => setAngle(event.currentTarget.value)}
          />
        </label>
        <Button type="submit" disabled={angle.trim() === '' || !Number.isFinite(degrees)}>
          {t.editor.turn}
        </Button>
      </form>
      <p class="hint">{t.editor.shapeHint}</p>
    </details>
  );
}
