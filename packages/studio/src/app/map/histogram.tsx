import type { Aggregate } from '@meridian/client';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LayerFilter } from '../../filter/layer-filter.ts';
import { isAlternative, rangeOfFilter, withRange } from '../../filter/range.ts';
import { call } from '../api/call.ts';
import { t } from '../strings.ts';
import { formatCount, formatNumber, shortText } from '../ui/format.ts';
import { notifyError } from '../ui/notices.tsx';
import { brush } from './brush.ts';
import { type Bin, binsOf, binsOfRange, type Chosen, countIn, rangeOfBins } from './histogram-bins.ts';
import { classesRequest } from './requests.ts';
import { changeFilter, contentVersions } from './state.ts';

const BINS = 30;
/** So long does the choice rest before the hub is asked for the tiles of what is chosen; longer while the pointer is held down. */
const REST_MS = 300;
const HELD_REST_MS = 1000;

type Props = { space: string; property: string; filter: LayerFilter };

/** How the numbers of a property are spread over all features; dragging over it filters the layer. */
export function Histogram({ space, property, filter }: Props) {
  const [bins, setBins] = useState<Bin[]>();
  const version = contentVersions.value.get(space);
  const others = withRange(filter, property, {});
  // Where one condition is enough, the others leave no feature out.
  const counted = isAlternative(filter, property) ? { ...others, where: [] } : others;
  const { path } = classesRequest(space, property, { method: 'equal', classCount: BINS }, counted);
  useEffect(() => {
    const running = new AbortController();
    call<Aggregate>({ path }, running.signal).then(
      ({ groups }) => setBins(binsOf(groups)),
      (error) => !running.signal.aborted && notifyError(error),
    );
    return () => running.abort();
  }, [path, version]);
  useEffect(() => {
    brush.value = { space, property };
    return () => {
      brush.value = undefined;
    };
  }, [space, property]);
  if (!bins) return <p class="hint">{t.loading}</p>;
  if (bins.length < 2) return null;
  // What was chosen of other bins says nothing about these.
  const key = `${bins.length} ${bins[0]!.from} ${bins.at(-1)!.to}`;
  return <Brushable key={key} bins={bins} space={space} property={property} filter={filter} />;
}

function Brushable({ bins, space, property, filter }: Props & { bins: Bin[] }) {
  const filtered = binsOfRange(bins, rangeOfFilter(filter, property));
  const [chosen, setChosen] = useState<Chosen>(filtered);
  const anchor = useRef<number | undefined>(undefined);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const waiting = useRef<(() => void) | undefined>(undefined);
  useLayoutEffect(() => setChosen(filtered), [filtered.join()]);
  useEffect(() => {
    const [{ from, to }] = bins as [Bin];
    brush.value = { space, property, ...brush.peek(), likely: { from, to } };
    return () => clearTimeout(rest.current);
  }, []);
  const settle = () => {
    clearTimeout(rest.current);
    waiting.current?.();
    waiting.current = undefined;
  };
  const choose = (next: Chosen, restMs: number) => {
    setChosen(next);
    const range = rangeOfBins(bins, next);
    brush.value = { space, property, ...(isAlternative(filter, property) ? {} : range) };
    clearTimeout(rest.current);
    waiting.current = () => changeFilter(space, withRange(filter, property, range));
    rest.current = setTimeout(settle, restMs);
  };
  const [first, last] = chosen;
  const highest = bins.reduce((max, { count }) => Math.max(max, count), 1);
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    const at = Math.max(0, Math.min(bins.length - 1, Math.floor(share * bins.length)));
    anchor.current ??= at;
    choose([Math.min(anchor.current, at), Math.max(anchor.current, at)], HELD_REST_MS);
  };
  return (
    <fieldset class="histogram">
      <legend>{t.histogram.title(shortText(property, 60))}</legend>
      <div
        class="bars"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          anchor.current = undefined;
          drag(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && drag(event)}
        onLostPointerCapture={settle}
      >
        {bins.map(({ from, to, count }, index) => (
          <span
            key={from}
            class={index >= first && index <= last ? 'bar chosen' : 'bar'}
            title={t.histogram.bin(formatNumber(from), formatNumber(to), formatCount(count))}
          >
            <span style={{ height: `${count === 0 ? 0 : Math.max(2, (count / highest) * 100)}%` }} />
          </span>
        ))}
      </div>
      <div class="limits">
        <input
          type="range"
          aria-label={t.histogram.from}
          min={0}
          max={bins.length - 1}
          value={first}
          aria-valuetext={formatNumber(bins[first]!.from)}
          onInput={({ currentTarget }) =>
            choose([Math.min(currentTarget.valueAsNumber, last), last], REST_MS)
          }
        />
        <input
          type="range"
          aria-label={t.histogram.to}
          min={0}
          max={bins.length - 1}
          value={last}
          aria-valuetext={formatNumber(bins[last]!.to)}
          onInput={({ currentTarget }) =>
            choose([first, Math.max(currentTarget.valueAsNumber, first)], REST_MS)
          }
        />
      </div>
      <p class="hint" role="status">
        {t.histogram.chosen(
          formatNumber(bins[first]!.from),
          formatNumber(bins[last]!.to),
          formatCount(countIn(bins, chosen)),
        )}
      </p>
    </fieldset>
  );
}
