import type { HubClient } from './hub-client.ts';

/**
 * The longest the HTTP thread took for one turn since this was last asked, in seconds: the hub's own measurement,
 * which starts anew with each look. Its clock ticks every 10 ms, so an idle hub shows about that.
 */
export async function longestTurn(client: HubClient): Promise<number> {
  const { body } = await client.send('GET', '/metrics');
  const value = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body.toString())?.[1];
  if (value === undefined) throw new Error('the hub does not show its event-loop delay');
  return Number(value);
}
