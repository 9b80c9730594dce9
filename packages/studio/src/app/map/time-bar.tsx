import { useEffect, useState } from 'preact/hooks';
import { yearAt } from '../../map-style/time.ts';
import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
import { formatNumber, formatUtc } from '../ui/format.ts';
import { advanced, type TimeAxis, timeAxis, timeWindow } from './time-window.ts';

/** So many places the sliders have. */
const STEPS = 200;
/** All of the axis in so many pictures, at the usual speed. */
const PICTURES = 100;
const PICTURE_MS = 200;
/** For those who want less motion: a picture a second, each of what follows the one before. */
const STILL_MS = 1000;
const SPEEDS = [0.5, 1, 2, 4];
const DAY_MS = 86_400_000;

/** Which time the layers show, and how it goes on. */
export function TimeBar() {
  const axis = timeAxis.value;
  if (!axis) return null;
  return <Bar key={`${axis.low} ${axis.high} ${axis.unit}`} axis={axis} />;
}

function Bar({ axis }: { axis: TimeAxis }) {
  const { low, high } = axis;
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const chosen = timeWindow.value ?? { from: low, to: high };
  useEffect(
    () => () => {
      timeWindow.value = undefined;
    },
    [],
  );
  useEffect(() => {
    if (!isPlaying) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const next = () => {
      const now = timeWindow.peek() ?? { from: low, to: high };
      const by = isStill ? now.to - now.from : ((high - low) / PICTURES) * Math.max(1, speed);
      timeWindow.value = advanced(axis, now, by);
    };
    next();
    const clock = setInterval(next, isStill ? STILL_MS / speed : PICTURE_MS / Math.min(1, speed));
    return () => clearInterval(clock);
  }, [isPlaying, speed, low, high]);
  const place = (at: number) => Math.round(((at - low) / (high - low)) * STEPS);
  const at = (step: number) => (step === STEPS ? high : low + ((high - low) * step) / STEPS);
  const shown = (time: number) => formatPlace(time, axis);
  return (
    <section class="time-bar" aria-label={t.time.title}>
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? t.time.pause : t.time.play}
        onClick={() => setPlaying(!isPlaying)}
      />
      <div class="time-range">
        <p>{t.time.range(shown(chosen.from), shown(chosen.to))}</p>
        <input
          type="range"
          aria-label={t.time.from}
          min={0}
          max={STEPS - 1}
          value={Math.min(STEPS - 1, place(chosen.from))}
          aria-valuetext={shown(chosen.from)}
          onInput={({ currentTarget: { valueAsNumber: step } }) => {
            timeWindow.value = { from: at(step), to: Math.max(chosen.to, at(step + 1)) };
          }}
        />
        <input
          type="range"
          aria-label={t.time.to}
          min={1}
          max={STEPS}
          value={Math.max(1, place(chosen.to))}
          aria-valuetext={shown(chosen.to)}
          onInput={({ currentTarget: { valueAsNumber: step } }) => {
            timeWindow.value = { from: Math.min(chosen.from, at(step - 1)), to: at(step) };
          }}
        />
      </div>
      <select
        aria-label={t.time.speed}
        value={String(speed)}
        onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
      >
        {SPEEDS.map((factor) => (
          <option key={factor} value={String(factor)}>
            {t.time.times(factor)}
          </option>
        ))}
      </select>
      <IconButton
        icon="close"
        label={t.time.all}
        disabled={timeWindow.value === undefined}
        onClick={() => {
          setPlaying(false);
          timeWindow.value = undefined;
        }}
      />
    </section>
  );
}

/** As exact as the length of the axis makes sense of. */
function formatPlace(at: number, { low, high, unit }: TimeAxis): string {
  if (unit === 'number') return formatNumber(at);
  if (unit === 'year') return String(yearAt(at));
  return formatUtc(at, high - low > STEPS * DAY_MS ? 'day' : 'moment');
}
