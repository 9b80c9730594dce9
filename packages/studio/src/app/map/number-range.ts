import type { Aggregate } from '@meridian/client';
import { call } from '../api/call.ts';
import { t } from '../strings.ts';
import { rangeRequest } from './requests.ts';

/** The lowest and the highest number that all features have in a property. */
export async function numberRange(space: string, property: string): Promise<[low: number, high: number]> {
  const { groups } = await call<Aggregate>(rangeRequest(space, property));
  const numbers = Object.entries(groups[0] ?? {})
    .filter(([name]) => name.startsWith('quantile('))
    .map(([, value]) => value);
  const [low, high] = numbers;
  if (typeof low !== 'number' || typeof high !== 'number') throw new Error(t.style.noNumbers(property));
  return [Math.min(low, high), Math.max(low, high)];
}
