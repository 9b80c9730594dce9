import type { Metric, MetricValueWithName } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const REQUESTS = 'meridian_requests_total';
const DURATION = 'meridian_request_duration_seconds';

/** By the first digit of the status. */
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

type Count = {
  classes: number[];
  requests: number;
  errors: number;
  bytes: number;
  seconds: number;
  buckets: number[];
};
type Label = 'operation' | 'status' | 'le';
type Value = MetricValueWithName<Label>;

/**
 * Counts requests by operation in plain numbers, since every request is counted; the shape that Prometheus reads is
 * made when it asks.
 */
export class RequestCounts {
  readonly #counts: ReadonlyMap<string, Count>;

  constructor(operations: readonly string[]) {
    this.#counts = new Map(operations.map((operation) => [operation, newCount()]));
  }

  add(operation: string, status: number, seconds: number, bytes: number): void {
    const count = this.#counts.get(operation)!;
    count.classes[Math.floor(status / 100) - 1]!++;
    count.requests++;
    if (status >= 400) count.errors++;
    count.bytes += bytes;
    count.seconds += seconds;
    let bucket = 0;
    while (bucket < SECONDS.length && seconds > SECONDS[bucket]!) bucket++;
    count.buckets[bucket]!++;
  }

  metrics(): Metric<Label>[] {
    return [
      toMetric(REQUESTS, 'counter', 'Requests, by class of the status they got.', () =>
        this.#used().flatMap(([operation, count]) => byClass(operation, count)),
      ),
      this.#metric(
        'meridian_request_errors_total',
        'counter',
        'Requests with a status from 400.',
        ({ errors }) => errors,
      ),
      this.#metric(
        'meridian_response_bytes_total',
        'counter',
        'Bytes of responses before compression.',
        ({ bytes }) => bytes,
      ),
      toMetric(DURATION, 'histogram', 'Time from the request to the end of its response.', () =>
        this.#used().flatMap(([operation, count]) => durations(operation, count)),
      ),
    ];
  }

  /** What nobody has asked for yet would be some hundred lines of zeros. */
  #used(): [string, Count][] {
    return [...this.#counts].filter(([, { requests }]) => requests > 0);
  }

  #metric(name: string, type: 'counter', help: string, read: (count: Count) => number): Metric<Label> {
    return toMetric(name, type, help, () =>
      this.#used().map(([operation, count]) => ({
        metricName: name,
        labels: { operation },
        value: read(count),
      })),
    );
  }
}

function newCount(): Count {
  return {
    classes: CLASSES.map(() => 0),
    requests: 0,
    errors: 0,
    bytes: 0,
    seconds: 0,
    buckets: Array<number>(SECONDS.length + 1).fill(0),
  };
}

function byClass(operation: string, { classes }: Count): Value[] {
  return CLASSES.flatMap((status, i) =>
    classes[i]! > 0 ? [{ metricName: REQUESTS, labels: { operation, status }, value: classes[i]! }] : [],
  );
}

/** Each bucket counts what took up to so long, so it has those before it as well. */
function durations(operation: string, { requests, seconds, buckets }: Count): Value[] {
  let upTo = 0;
  const values: Value[] = [...SECONDS, '+Inf'].map((le, i) => {
    upTo += buckets[i]!;
    return { metricName: `${DURATION}_bucket`, labels: { le, operation }, value: upTo };
  });
  values.push({ metricName: `${DURATION}_sum`, labels: { operation }, value: seconds });
  values.push({ metricName: `${DURATION}_count`, labels: { operation }, value: requests });
  return values;
}

/** The registry asks of a metric only its name and what `get` gives. */
function toMetric(
  name: string,
  type: 'counter' | 'histogram',
  help: string,
  values: () => Value[],
): Metric<Label> {
  return { name, get: async () => ({ name, help, type, values: values(), aggregator: 'sum' }) } as never;
}
