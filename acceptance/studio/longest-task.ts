import type { Browser } from 'playwright-core';

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the processor's time. */
  tdur?: number;
  args?: { name?: string };
};

/**
 * How long the main threads of pages were busy with one thing at most, while something was done: milliseconds of the
 * processor's time, so that whatever else the machine does counts for nothing.
 */
export async function longestTask(browser: Browser, work: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === 'RunTask' || event.name === 'thread_name') events.push(event);
  });
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
  });
  try {
    await work();
  } finally {
    await session.send('Tracing.end');
    await complete;
    await session.detach();
  }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf));
  const tasks = events.filter((event) => event.name === 'RunTask' && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace has no tasks of a page');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}
