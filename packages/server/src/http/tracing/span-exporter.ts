import { setTimeout as pause } from 'node:timers/promises';
import { tracesBody } from './otlp.ts';
import type { Attributes, Span } from './span.ts';

export type Collector = {
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
};

/** Told when spans can no longer be sent, and when they can again. */
export type ExportReport = { failing(reason: string): void; recovered(): void };

const MAX_QUEUED_SPANS = 2048;
const MAX_BATCH_SPANS = 256;
const BATCH_MS = 1000;
const MAX_TRIES = 4;
const FIRST_RETRY_MS = 1000;
/** What is left when the hub stops may take so long in all. */
const CLOSE_MS = 2000;
/** Of the statuses of a collector, those that may pass. */
const RETRYABLE = new Set([429, 502, 503, 504]);

/** A collector that refused; `isFinal`: it would refuse the same again. */
class Refused extends Error {
  readonly isFinal: boolean;

  constructor(status: number) {
    super(`the collector answered with status ${status}`);
    this.isFinal = !RETRYABLE.has(status);
  }
}

/**
 * Sends spans in batches, one batch at a time. The queue is bounded: while a collector fails or is slow, spans that do not
 * fit are dropped and counted, and no request waits.
 */
export class SpanExporter {
  readonly counts = { sent: 0, dropped: 0, failed: 0 };
  readonly #collector: Collector;
  readonly #resource: Attributes;
  readonly #version: string;
  readonly #report: ExportReport;
  /** No more retries from then on. */
  readonly #stop = new AbortController();
  /** Nothing more is sent from then on. */
  readonly #end = new AbortController();
  #queue: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isFailing = false;

  constructor(collector: Collector, resource: Attributes, version: string, report: ExportReport) {
    this.#collector = collector;
    this.#resource = resource;
    this.#version = version;
    this.#report = report;
  }

  get queued(): number {
    return this.#queue.length;
  }

  add(spans: readonly Span[]): void {
    const room = MAX_QUEUED_SPANS - this.#queue.length;
    this.#queue.push(...spans.slice(0, room));
    this.counts.dropped += Math.max(0, spans.length - room);
    if (this.#sending) return;
    if (this.#queue.length >= MAX_BATCH_SPANS) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
  }

  /** Sends what is left without retries, for a moment. */
  async close(): Promise<void> {
    this.#stop.abort();
    const end = setTimeout(() => this.#end.abort(), CLOSE_MS);
    this.#flush();
    await this.#sending;
    clearTimeout(end);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, MAX_BATCH_SPANS);
      this.#queue = this.#queue.slice(MAX_BATCH_SPANS);
      await this.#sendPatiently(batch);
    }
  }

  async #sendPatiently(batch: readonly Span[]): Promise<void> {
    const body = tracesBody(this.#resource, this.#version, batch);
    for (let tries = 1; ; tries++) {
      const failure = await this.#failureOf(body);
      if (!failure) {
        this.counts.sent += batch.length;
        if (this.#isFailing) this.#report.recovered();
        this.#isFailing = false;
        return;
      }
      if (!this.#isFailing) this.#report.failing(describe(failure));
      this.#isFailing = true;
      const isFinal = failure instanceof Refused && failure.isFinal;
      if (isFinal || tries >= MAX_TRIES || this.#stop.signal.aborted) {
        this.counts.failed += batch.length;
        return;
      }
      await this.#pause(FIRST_RETRY_MS * 2 ** (tries - 1));
    }
  }

  async #failureOf(body: string): Promise<unknown> {
    const { url, headers, timeoutMs } = this.#collector;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
        // The headers may have a secret that is meant for this collector only.
        redirect: 'error',
        signal: AbortSignal.any([this.#end.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      return response.ok ? undefined : new Refused(response.status);
    } catch (error) {
      return error;
    }
  }

  /** Ends early when the hub stops. */
  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#stop.signal, ref: false }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });
  }
}

/** `fetch failed` says nothing without its cause. */
function describe(failure: unknown): string {
  const { message, cause } = failure as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
