import type { Browser } from 'playwright-core';
import { within } from './within.ts';

/** What the main thread of a page did: processor time in milliseconds, so that a busy machine does not count. */
export type MainThread = {
  /** Of each turn. */
  tasks: number[];
  /** Of those turns that make a frame. */
  frames: number[];
  /** Of all turns, a second. */
  busy: number;
  /** Frames that were really shown, a second: where there is no graphics card, the processor is busy drawing them. */
  shown: number;
};

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when, and of the processor's time that the thread got. */
  ts: number;
  tdur?: number;
};

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
const TASK = 'RunTask';
const FRAME = 'FireAnimationFrame';
const COLLECTING_S = 60;

/** Runs something and tells from Chromium's own trace what the main thread of its page did meanwhile. */
export async function traceMainThread(browser: Browser, work: () => Promise<void>): Promise<MainThread> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.ph === 'X' && (event.name === TASK || event.name === FRAME)) events.push(event);
  });
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, recordMode: 'recordAsMuchAsPossible' },
  });
  const started = performance.now();
  try {
    await work();
  } finally {
    await session.send('Tracing.end');
  }
  const seconds = (performance.now() - started) / 1000;
  await within(COLLECTING_S, 'collecting the trace', complete);
  await session.detach();
  const { tasks, frames } = readTrace(events);
  const all = tasks.reduce((sum, task) => sum + task, 0);
  return { tasks, frames, busy: all / seconds, shown: frames.length / seconds };
}

function readTrace(events: readonly TraceEvent[]): Pick<MainThread, 'tasks' | 'frames'> {
  const page = mostFrames(events);
  const ofPage = events.filter(({ pid, tid }) => `${pid} ${tid}` === page).toSorted((a, b) => a.ts - b.ts);
  const tasks: number[] = [];
  const frames: number[] = [];
  let hasFrame = false;
  // A frame is a part of its task, which begins before it.
  for (const { name, tdur = 0 } of ofPage) {
    if (name === TASK) {
      tasks.push(tdur / 1000);
      hasFrame = false;
    } else if (!hasFrame && tasks.length > 0) {
      frames.push(tasks.at(-1)!);
      hasFrame = true;
    }
  }
  return { tasks, frames };
}

/** The thread of the page that is looked at: others draw next to nothing. */
function mostFrames(events: readonly TraceEvent[]): string {
  const frames = new Map<string, number>();
  for (const { name, pid, tid } of events)
    if (name === FRAME) frames.set(`${pid} ${tid}`, (frames.get(`${pid} ${tid}`) ?? 0) + 1);
  const [most] = [...frames].toSorted((a, b) => b[1] - a[1]);
  if (!most) throw new Error('the trace has no frames of a page');
  return most[0];
}
