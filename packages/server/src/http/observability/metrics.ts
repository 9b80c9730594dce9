import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Operation } from '../operation.ts';
import { RequestCounts } from './request-counts.ts';

/** Gauges with the names of counters, which Prometheus' own check of metrics refuses; each has a twin by type. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** What the service counts about itself, for Prometheus. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: RequestCounts;

  constructor(operations: readonly Operation[]) {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    this.#requests = new RequestCounts([...operations.map(({ name }) => name), 'none']);
    for (const metric of this.#requests.metrics()) this.registry.registerMetric(metric);
  }

  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  /** What does not change while the process runs, as labels. */
  info(name: string, help: string, labels: Record<string, string>): void {
    new Gauge({ name, help, labelNames: Object.keys(labels), registers: [this.registry] }).set(labels, 1);
  }

  /** A counter that is maintained elsewhere. */
  total(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** A counter that is maintained elsewhere, by what it counts. */
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

  finished(operation: string, status: number, seconds: number, bytes: number): void {
    this.#requests.add(operation, status, seconds, bytes);
  }
}

/** The measurements of one process. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[];

/** Those of this process and of others as one; what only this one measures stays as it is. */
export async function summed(own: Registry, others: readonly Measured[]): Promise<Registry> {
  return AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...others]);
}
