/** Reads damaged files one after the other, as its parent names them, and reports each: it may be killed at any. */
import { samples } from './samples.ts';
import { type Case, tryCase } from './try-case.ts';

export type Order = { seed: number; from: number; to: number };
export type Report = { number: number; rss: number } & (
  | { begun: true }
  | { case: Case }
  | { failure: string }
);

const all = await samples();
const send = (report: Report) => process.send!(report);

process.on('message', async ({ seed, from, to }: Order) => {
  for (let number = from; number < to; number++) {
    send({ number, rss: process.memoryUsage.rss(), begun: true });
    try {
      const found = await tryCase(all, seed, number, new AbortController().signal);
      send({ number, rss: process.memoryUsage.rss(), case: found });
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      send({ number, rss: process.memoryUsage.rss(), failure });
    }
  }
  process.disconnect!();
});
