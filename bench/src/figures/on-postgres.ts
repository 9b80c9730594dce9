import { SPACE } from '../data/filling.ts';
import { startPreparedPostgres } from '../data/prepared-postgres.ts';
import type { Figure } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { familyProcessorTime, parentOf, processorTime } from '../hub/processor-time.ts';
import type { Bench, Measurement } from './setting.ts';

/** Who is measured. `spent`: how much processor time the database and this process have used so far. */
export type Sides = { hub: HubProcess; hand: Child; spent: (pid: number) => () => number };

/** Processor time of the database and of whoever asks it. */
export const WHOSE = 'of all processes of PostgreSQL and of the hub, or of what is written by hand';

/** Measures a hub on PostgreSQL beside what one would write by hand over the same driver, in the same database. */
export function onPostgres(measure: (bench: Bench, sides: Sides) => Promise<Figure[]>): Measurement {
  return async (bench) => {
    const { prepared } = bench;
    const server = await startPreparedPostgres(prepared);
    if (typeof server === 'string') {
      console.error(`the figures on PostgreSQL are left out: ${server}`);
      return [];
    }
    const hand = new Child(new URL('../floors/by-hand.child.ts', import.meta.url));
    try {
      const hub = await HubProcess.start({ ...prepared, store: server.url, profile: bench.profile });
      try {
        await hand.ask('open', server.url, SPACE);
        const database = parentOf(await hand.ask<number>('backend'))!;
        const spent = (pid: number) => () => familyProcessorTime(database) + processorTime(pid);
        const figures = await measure(bench, { hub, hand, spent });
        await hand.ask('close');
        return figures;
      } finally {
        await hub.stop();
      }
    } finally {
      await hand.close();
      await server.stop();
    }
  };
}
