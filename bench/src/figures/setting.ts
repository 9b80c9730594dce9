import type { Prepared } from '../data/prepared.ts';
import type { Figure } from '../figure.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';

/** How long and how often to measure. */
export type Effort = {
  /** Features of the prepared space. */
  features: number;
  rounds: number;
  /** Of one turn under load. */
  seconds: number;
  /** Features that a bulk load writes on each side in one round. */
  bulkFeatures: number;
  /** Size of the smaller file that is imported; the larger one has ten times as much. */
  importBytes: number;
  /** Features of the spaces that growth is shown with. */
  growth: readonly number[];
};

/** Of a turn where both sides take so long for a round that there is no time for more. */
const SHORT_TURN_SECONDS = 2;
const WARM_UP_SECONDS = 1;

export function shortTurn({ seconds }: Effort, isWarmUp: boolean): number {
  return Math.min(seconds, isWarmUp ? WARM_UP_SECONDS : SHORT_TURN_SECONDS);
}

export type Bench = {
  prepared: Prepared;
  effort: Effort;
  profile: string | undefined;
  /** Instruction counts of this run are what later ones are compared with. */
  keep: boolean;
};

/** Measures one thing, or a few that belong together. */
export type Measurement = (bench: Bench) => Promise<Figure[]>;

/** A hub that runs on the prepared data. */
export type Setting = Bench & { hub: HubProcess; client: HubClient };

/** Measures on a hub that was started for this and nothing else. */
export function onHub(measure: (setting: Setting) => Promise<Figure[]>): Measurement {
  return async (bench) => {
    const { prepared, profile } = bench;
    const hub = await HubProcess.start({ ...prepared, profile });
    const client = new HubClient(hub.url);
    try {
      return await measure({ ...bench, hub, client });
    } finally {
      client.close();
      await hub.stop();
    }
  };
}
