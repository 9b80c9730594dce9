import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../instructions.json', import.meta.url));

/** Instructions a request, by call, as they were when someone last kept them. */
export type Baseline = { at: string; node: string; arch: string; calls: Record<string, number> };

export function readBaseline(): Baseline | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Baseline) : undefined;
}

/** Calls that were not counted now keep their counts. */
export function keepBaseline(counted: Record<string, number>): void {
  const { version: node, arch } = process;
  const calls = { ...readBaseline()?.calls, ...counted };
  const at = new Date().toISOString().slice(0, 10);
  writeFileSync(FILE, `${JSON.stringify({ at, node, arch, calls } satisfies Baseline, undefined, 2)}\n`);
}

/** Less than this is what two runs of the same program differ by. */
export const NOISE = 0.03;

/** `7.2 % worse than on 2026-11-15` */
export function compare(count: number, call: string, baseline: Baseline | undefined): string {
  const before = baseline?.calls[call];
  if (!baseline || before === undefined)
    return 'nothing to compare with: npm run bench -- instructions --keep';
  const { version, arch } = process;
  if (baseline.node !== version || baseline.arch !== arch)
    return `the baseline is of Node ${baseline.node} on ${baseline.arch}, so the change is not only ours`;
  const change = count / before - 1;
  const percent = `${Math.abs(change * 100).toFixed(1)} %`;
  if (Math.abs(change) <= NOISE)
    return `as on ${baseline.at} (${percent} ${change > 0 ? 'more' : 'less'}, within the noise)`;
  return `${percent} ${change > 0 ? 'WORSE' : 'better'} than on ${baseline.at}`;
}
