import { useEffect, useRef, useState } from 'preact/hooks';
import { writeArea, writeLength } from '../../measure/units.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { locale, t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { type Measured, MeasureTool } from './measure-tool.ts';

/** Lengths and areas on the map, while they are drawn. */
export function MeasurePanel({ canvas, onClose }: { canvas: MapCanvas; onClose: () => void }) {
  const tool = useRef<MeasureTool | undefined>(undefined);
  const [measured, setMeasured] = useState<Measured>();
  useEffect(() => {
    const made = new MeasureTool(canvas, setMeasured);
    tool.current = made;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      made.end();
    };
  }, [canvas]);
  const { vertices = 0, length = 0, area, isClosed = false } = measured ?? {};
  return (
    <section class="tip measure" aria-label={t.measure.title}>
      <div>
        <p role="status">
          {vertices === 0 && t.measure.start}
          {vertices > 0 && (
            <>
              <span>{isClosed ? t.measure.perimeter : t.measure.length}</span>{' '}
              <strong>{writeLength(length, locale.value)}</strong>
            </>
          )}
          {area !== undefined && (
            <>
              {' · '}
              <span>{t.measure.area}</span> <strong>{writeArea(area, locale.value)}</strong>
            </>
          )}
        </p>
        <p class="hint">{t.measure.keys}</p>
      </div>
      <Button kind="quiet" disabled={vertices === 0} onClick={() => tool.current?.clear()}>
        {t.measure.again}
      </Button>
      <Button kind="quiet" onClick={onClose}>
        {t.done}
      </Button>
    </section>
  );
}
