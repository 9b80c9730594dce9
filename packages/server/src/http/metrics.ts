import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Operation } from './operation.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Finished = { status: number; seconds: number; bytes: number };

/** What the service counts about itself, for Prometheus. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = this.#counter('meridian_requests_total', 'Requests answered.');
  readonly #errors = this.#counter(
    'meridian_request_errors_total',
    'Requests answered with a status from 400.',
  );
  readonly #bytes = this.#counter('meridian_response_bytes_total', 'Bytes of answers before compression.');
  readonly #seconds = new Histogram({
    name: 'meridian_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['operation'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly #byOperation = new Map<string, (finished: Finished) => void>();

  constructor(operations: readonly Operation[]) {
    collectDefaultMetrics({ register: this.registry });
    for (const { name } of [...operations, { name: 'none' }])
      this.#byOperation.set(name, this.#observer(name));
  }

  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** A counter that is kept elsewhere, by what it counts. */
  counter(name: string, help: string, label: string, read: () => Record<string, number>): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
      },
    });
  }

  finished(operation: string, finished: Finished): void {
    this.#byOperation.get(operation)!(finished);
  }

  #observer(operation: string): (finished: Finished) => void {
    const [requests, errors, bytes] = [this.#requests, this.#errors, this.#bytes].map((counter) =>
      counter.labels(operation),
    );
    const duration = this.#seconds.labels(operation);
    return ({ status, seconds, bytes: size }) => {
      requests!.inc();
      if (status >= 400) errors!.inc();
      bytes!.inc(size);
      duration.observe(seconds);
    };
  }

  #counter(name: string, help: string): Counter<'operation'> {
    return new Counter({ name, help, labelNames: ['operation'], registers: [this.registry] });
  }
}
