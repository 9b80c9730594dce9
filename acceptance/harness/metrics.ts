import assert from 'node:assert/strict';
import type { Hub } from './hub.ts';

/** Counters and gauges by name, labels included: `meridian_refusals_total{reason="read_queue"}`. */
export class Metrics {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get(name: string): number {
    const line = this.#text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    assert.ok(line, `there is a metric ${name}`);
    return Number(line.slice(name.length));
  }
}

export async function readMetrics(hub: Hub): Promise<Metrics> {
  const { text } = await hub.get<undefined>('/metrics', { token: null });
  return new Metrics(text);
}

export async function metric(hub: Hub, name: string): Promise<number> {
  return (await readMetrics(hub)).get(name);
}
