import { invalid } from '@meridian/hub';
import type { QueryParameter } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { TOKEN_TYPES } from './token.response.ts';

export const tokenType: QueryParameter = {
  name: 'tokenType',
  description: 'Permanent or temporary. A list shows only these; on creation `exp` alone decides.',
  schema: { type: 'string', enum: [...TOKEN_TYPES] },
};

export function readTokenType(query: QueryString): (typeof TOKEN_TYPES)[number] | undefined {
  const value = query.one('tokenType');
  if (value === undefined || value === '') return undefined;
  const type = TOKEN_TYPES.find((name) => name === value.toUpperCase());
  if (!type)
    throw invalid(`tokenType must be one of ${TOKEN_TYPES.join(', ')}, not ${JSON.stringify(value)}`);
  return type;
}
