import type { Exchange } from '../exchange.ts';
import { RequestTrace } from './request-trace.ts';
import type { Sampler } from './sampler.ts';
import { newTraceId } from './span.ts';
import type { SpanExporter } from './span-exporter.ts';
import type { Trace } from './trace.ts';
import { parentOf } from './traceparent.ts';

/** Decides which requests are traced, and hands over their spans. */
export class Tracer {
  readonly #sampler: Sampler;
  readonly #exporter: SpanExporter;
  readonly #database: string;

  constructor(sampler: Sampler, exporter: SpanExporter, database: string) {
    this.#sampler = sampler;
    this.#exporter = exporter;
    this.#database = database;
  }

  /** The trace of a request, continued from its caller's; undefined where it is not to be traced. */
  begin(exchange: Exchange): Trace | undefined {
    const parent = parentOf(exchange.request.headers);
    const traceId = parent?.traceId ?? newTraceId();
    return this.#sampler(traceId, parent)
      ? new RequestTrace(traceId, parent, exchange, this.#database)
      : undefined;
  }

  end(trace: Trace): void {
    this.#exporter.add(trace.finish());
  }
}
