import { randomUUID } from 'node:crypto';
import {
  Fault,
  type Hub,
  type ImportDefinition,
  type ImportResult,
  nextRunAt,
  type Space,
  settingsOf,
} from '@meridian/hub';
import type { Logger } from 'pino';
import type { Settings } from '../config/index.ts';
import { runImport } from './run-import.ts';

const LOOK_EVERY_MS = 2000;
/** At the same time, of one account one. */
const MAX_RUNNING = 2;
/** A run is given up so long before others may think that this hub has died. */
const LEASE_MARGIN_MS = 60_000;

type Run = { space: Space; settings: string; abort: AbortController; over: Promise<void> };

/**
 * Fills spaces from the addresses that their definitions name. Of several hubs on one database exactly one does: who is at it
 * has a lease, noted on the definition, which outlasts the longest run.
 */
export class ScheduledImports {
  readonly #hub: Hub;
  readonly #settings: Settings;
  readonly #logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #holder = randomUUID();
  readonly #running = new Set<Run>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isClosed = false;
  readonly counts = { done: 0, failed: 0 };

  constructor(hub: Hub, settings: Settings, logger: Pick<Logger, 'info' | 'warn' | 'error'>) {
    this.#hub = hub;
    this.#settings = settings;
    this.#logger = logger;
  }

  get running(): number {
    return this.#running.size;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** A run that is cut off counts as none: the next hub that looks begins it again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const { abort } of this.#running) abort.abort(new Stopped());
    await Promise.all([...this.#running].map(({ over }) => over));
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    try {
      await this.#hub.spaces.refresh();
      this.#endUnwanted();
      for (const space of this.#due(Date.now())) if (this.#hasRoomFor(space)) await this.#begin(space);
    } catch (error) {
      this.#logger.error({ err: error }, 'imports that are due could not be begun');
    } finally {
      this.#isLooking = false;
    }
  }

  /** Those that wait longest first. */
  #due(now: number): Space[] {
    return [...this.#hub.spaces.all()]
      .flatMap((space) => {
        const at = space.imports && nextRunAt(space.imports, space.importState);
        return at !== undefined && at <= now ? [{ space, at }] : [];
      })
      .sort((a, b) => a.at - b.at)
      .map(({ space }) => space);
  }

  #hasRoomFor({ owner }: Space): boolean {
    const runs = [...this.#running];
    return runs.length < MAX_RUNNING && runs.every(({ space }) => space.owner !== owner);
  }

  /** The space is gone, or has another source by now. */
  #endUnwanted(): void {
    for (const { space, settings, abort } of this.#running) {
      const current = this.#hub.spaces.has(space.id) ? this.#hub.spaces.space(space.id) : undefined;
      const isWanted =
        current?.serial === space.serial && current.imports && settingsOf(current.imports) === settings;
      if (!isWanted) abort.abort(new Stopped());
    }
  }

  async #begin(due: Space): Promise<void> {
    const startedAt = Date.now();
    const until = startedAt + this.#settings.fetchTimeoutMs + LEASE_MARGIN_MS;
    const space = await this.#hub.spaces.noteImport(due, ({ imports, importState }) => {
      // Another hub may have been quicker.
      if (imports === undefined || nextRunAt(imports, importState) > startedAt) return undefined;
      const { failures = 0, last, lastGood } = importState ?? {};
      const settings = settingsOf(imports);
      const isSame = importState?.settings === settings;
      return {
        settings,
        failures: isSame ? failures : 0,
        lease: { holder: this.#holder, startedAt, until },
        ...(isSame && last && { last }),
        ...(lastGood && { lastGood }),
      };
    });
    if (space?.imports === undefined) return;
    const { imports } = space;
    const abort = new AbortController();
    const run: Run = { space, settings: settingsOf(imports), abort, over: Promise.resolve() };
    this.#running.add(run);
    run.over = this.#run(space, imports, startedAt, abort)
      .catch((error: unknown) =>
        this.#logger.error({ err: error, space: space.id }, 'the end of an import could not be noted'),
      )
      .finally(() => {
        this.#running.delete(run);
        void this.#look();
      });
  }

  async #run(
    space: Space,
    imports: ImportDefinition,
    startedAt: number,
    abort: AbortController,
  ): Promise<void> {
    const { fetchTimeoutMs } = this.#settings;
    const timer = setTimeout(
      () => abort.abort(new Fault('timeout', `the import took longer than ${fetchTimeoutMs} ms`)),
      fetchTimeoutMs,
    );
    let result: ImportResult | undefined;
    try {
      const done = await runImport(this.#hub, space, imports, this.#settings, abort.signal);
      result = { startedAt, endedAt: Date.now(), ...done };
      this.counts.done++;
      this.#logger.info({ space: space.id, ...done }, 'a space was imported');
    } catch (error) {
      const reason = abort.signal.aborted ? abort.signal.reason : error;
      if (!(reason instanceof Stopped)) result = this.#failed(space, reason, startedAt);
    } finally {
      clearTimeout(timer);
    }
    await this.#note(space, result);
  }

  #failed(space: Space, reason: unknown, startedAt: number): ImportResult {
    this.counts.failed++;
    if (reason instanceof Fault)
      this.#logger.warn({ space: space.id, reason: reason.message }, 'an import failed');
    else this.#logger.error({ err: reason, space: space.id }, 'an import failed');
    const error =
      reason instanceof Fault ? reason.message : 'an internal error; the log of the server has it';
    return { startedAt, endedAt: Date.now(), error };
  }

  /** `result`: undefined where it was cut off. */
  async #note(space: Space, result: ImportResult | undefined): Promise<void> {
    await this.#hub.spaces.noteImport(space, ({ importState }) => {
      if (importState?.lease?.holder !== this.#holder) return undefined;
      const { lease: _, ...rest } = importState;
      if (result === undefined) return rest;
      if (result.error !== undefined) return { ...rest, last: result, failures: rest.failures + 1 };
      return { ...rest, last: result, lastGood: result, failures: 0 };
    });
  }
}

/** Cut off, and no failure: the hub stops, or the source is not wanted any more. */
class Stopped extends Error {}
