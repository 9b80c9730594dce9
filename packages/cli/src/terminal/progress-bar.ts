import { duration, grouped, plural, size } from './words.ts';

/** How far something has come. */
export type Progress = {
  features: number;
  /** Bytes read or written, and of how many; unknown for standard input. */
  bytes: number;
  ofBytes?: number | undefined;
  /** Instead of bytes, where the number of features is known beforehand. */
  ofFeatures?: number | undefined;
};

const BAR_WIDTH = 20;
const REDRAW_MS = 100;
/** The rate shown is that of the last seconds. */
const RATE_WINDOW_MS = 5000;

/** One line on a terminal that is drawn over and over; nothing at all where stderr is none. */
export class ProgressBar {
  readonly #title: string;
  readonly #look: () => Progress;
  readonly #started = Date.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #samples: { at: number; features: number; share: number }[] = [];
  #notice = '';

  constructor(title: string, look: () => Progress) {
    this.#title = title;
    this.#look = look;
    if (process.stderr.isTTY) this.#timer = setInterval(() => this.#draw(), REDRAW_MS);
    this.#timer?.unref();
  }

  get isShown(): boolean {
    return this.#timer !== undefined;
  }

  /** Shows a notice instead of the rates; without an argument, shows the rates again. */
  notice(text: string): void {
    this.#notice = text;
  }

  /** Takes the line away, for what comes instead of it. */
  end(): void {
    if (!this.isShown) return;
    clearInterval(this.#timer);
    process.stderr.write('\r\x1b[K');
  }

  #draw(): void {
    const progress = this.#look();
    const share = shareOf(progress);
    const now = Date.now();
    this.#samples.push({ at: now, features: progress.features, share: share ?? 0 });
    this.#samples = this.#samples.filter(({ at }) => now - at <= RATE_WINDOW_MS);
    const line = progressLine(this.#title, progress, this.#rates(now), process.stderr.columns, this.#notice);
    process.stderr.write(`\r${line}\x1b[K`);
  }

  #rates(now: number): Rates {
    const first = this.#samples[0]!;
    const last = this.#samples.at(-1)!;
    const seconds = (last.at - first.at) / 1000;
    if (seconds <= 0) return { perSecond: undefined, secondsLeft: undefined };
    const pace = (last.share - first.share) / seconds;
    const isSteady = now - this.#started > 2000 && pace > 0;
    return {
      perSecond: (last.features - first.features) / seconds,
      secondsLeft: isSteady ? (1 - last.share) / pace : undefined,
    };
  }
}

type Rates = { perSecond: number | undefined; secondsLeft: number | undefined };

/** `peaks.geojson ━━━━━━━━━━╸───────── 52 %  1 204 features  18 402/s  340 MB of 1.1 GB  0:41 left` */
export function progressLine(
  title: string,
  progress: Progress,
  { perSecond, secondsLeft }: Rates,
  width: number,
  notice = '',
): string {
  const share = shareOf(progress);
  const parts = [title];
  if (share !== undefined) parts.push(`${bar(share)} ${String(Math.floor(share * 100)).padStart(3)} %`);
  parts.push(plural(progress.features, 'feature'));
  if (notice !== '') parts.push(notice);
  else {
    if (perSecond !== undefined) parts.push(`${grouped(Math.round(perSecond))}/s`);
    const of = progress.ofBytes === undefined ? '' : ` of ${size(progress.ofBytes)}`;
    if (progress.bytes > 0) parts.push(size(progress.bytes) + of);
    if (secondsLeft !== undefined) parts.push(`${duration(secondsLeft)} left`);
  }
  // What comes last matters least.
  let line = parts.join('  ');
  while (line.length >= width && parts.length > 1) {
    parts.pop();
    line = parts.join('  ');
  }
  return line.slice(0, Math.max(0, width - 1));
}

function shareOf({ bytes, ofBytes, features, ofFeatures }: Progress): number | undefined {
  const [done, all] = ofFeatures === undefined ? [bytes, ofBytes] : [features, ofFeatures];
  return all === undefined || all === 0 ? undefined : Math.min(1, done / all);
}

function bar(share: number): string {
  const full = Math.floor(share * BAR_WIDTH);
  const rest = BAR_WIDTH - full;
  return '━'.repeat(full) + (rest > 0 ? `╸${'─'.repeat(rest - 1)}` : '');
}
