import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of every response, and how many were not 200. */
export type PoliteResult = { latencies: number[]; refused: number };

export type PoliteOrder = { url: string; paths: string[]; token: string; perSecond: number; seconds: number };

/** Asks at a steady pace well within the limit, one request after the other over one connection. */
export async function askPolitely({ url, paths, token, perSecond, seconds }: PoliteOrder) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const result: PoliteResult = { latencies: [], refused: 0 };
  const started = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = started + (n * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    const asked = performance.now();
    const status = await ask(agent, `${url}${paths[n % paths.length]}`, token);
    result.latencies.push(performance.now() - asked);
    if (status !== 200) result.refused++;
  }
  agent.destroy();
  return result;
}

function ask(agent: Agent, url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** `percentile([3, 1, 2], 0.5)` → 2 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
}
