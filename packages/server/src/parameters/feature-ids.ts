import { invalid } from '@meridian/hub';
import type { QueryParameter } from '../http/parameter.ts';
import { parameter } from './parameter.ts';

export const documentedIds: QueryParameter = {
  name: 'id',
  description: 'Feature ids; repeat the parameter or separate by commas.',
  schema: { type: 'array', items: { type: 'string' }, examples: [['berlin', 'paris']] },
  list: true,
};

/** At least one id, each once. */
export const featureIds = parameter({ ...documentedIds, required: true }, (query, name) => {
  const ids = [...new Set(query.list(name))];
  if (ids.length === 0) throw invalid('id is missing: name at least one feature id');
  return ids;
});
