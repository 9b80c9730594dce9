import type { WriteOutcome } from './apply-write.ts';

/** The FeatureCollection that answers a write, put together from the texts that were stored. */
export function writeAnswerText(outcome: WriteOutcome): string {
  let tail = '';
  for (const list of ['inserted', 'updated', 'deleted', 'failed'] as const)
    if (outcome[list].length > 0) tail += `,"${list}":${JSON.stringify(outcome[list])}`;
  return `{"type":"FeatureCollection","features":[${outcome.texts.join(',')}]${tail}}`;
}
