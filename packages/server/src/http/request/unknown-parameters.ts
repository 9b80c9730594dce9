import { invalid } from '@meridian/hub';
import type { QueryParameter } from '../parameter.ts';
import type { QueryString } from './query-string.ts';

/** Tokens may be sent to everything. */
const ALWAYS = 'access_token';

/** Refuses what an operation does not take: a parameter that is disregarded would make the response a wrong one. */
export function refuseUnknown({ pairs }: QueryString, taken: readonly QueryParameter[]): void {
  for (const { name } of pairs)
    if (name !== ALWAYS && !taken.some((parameter) => parameter.name === name))
      throw invalid(
        `${JSON.stringify(name.slice(0, 100))} is not a parameter of this resource; it takes ${namesOf(taken)}`,
      );
}

function namesOf(taken: readonly QueryParameter[]): string {
  return taken.length === 0 ? 'none' : taken.map(({ name }) => name).join(', ');
}
