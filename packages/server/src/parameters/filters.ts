import type { FeatureFilter } from '@meridian/hub';
import type { QueryParameter } from '../http/parameter.ts';
import { filter, filterLang, readCql2 } from './cql2.ts';
import { parameters } from './parameter.ts';
import { MAX_PROPERTY_TESTS, readPropertyTests, SPELLED } from './property-search.ts';
import { documentedTags, readTagFilter } from './tags.ts';
import { q, qProperties, readTextTest } from './text-search.ts';

const propertySearch: QueryParameter = {
  name: 'p',
  description: `Only features whose property compares so: \`p.height>=100\`, \`p.kind=park,garden\` (or), \`p.name!=.null\`. Operators: ${SPELLED}; =cs= means contains. \`f.id\`, \`f.createdAt\`, \`f.updatedAt\`, \`f.tags\`, \`f.geometry.type\` look at the feature itself. At most ${MAX_PROPERTY_TESTS} of them in a request.`,
  schema: {
    type: 'object',
    propertyNames: { pattern: '^[pf]\\.' },
    additionalProperties: { type: 'string' },
  },
  spread: true,
};

/** What features must be like: taken by every call that reads features by a query. */
export const filters = parameters(
  [documentedTags, propertySearch, filter, filterLang, q, qProperties],
  (query): FeatureFilter => {
    const text = readTextTest(query);
    return {
      tags: readTagFilter(query) ?? [],
      tests: [...readPropertyTests(query), ...readCql2(query), ...(text ? [text] : [])],
    };
  },
);
