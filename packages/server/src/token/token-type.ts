import { invalid } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { parameter } from '../parameters/parameter.ts';
import { TOKEN_TYPES } from './token.response.ts';

export const tokenType = parameter(
  {
    name: 'tokenType',
    description: 'Permanent or temporary. A list shows only these; on creation `exp` alone decides.',
    schema: { type: 'string', enum: [...TOKEN_TYPES] },
  },
  readTokenType,
);

/** In any case of its letters. */
function readTokenType(query: QueryString, name: string): (typeof TOKEN_TYPES)[number] | undefined {
  const value = query.one(name);
  if (value === undefined || value === '') return undefined;
  const type = TOKEN_TYPES.find((name) => name === value.toUpperCase());
  if (!type)
    throw invalid(`tokenType must be one of ${TOKEN_TYPES.join(', ')}, not ${JSON.stringify(value)}`);
  return type;
}
