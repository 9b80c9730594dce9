import type { HeaderObject, Reference } from './openapi.ts';

/** Response headers, by the name they travel under. */
export const responseHeaders: Record<string, HeaderObject> = {
  'Stream-Id': {
    description: 'Identifies the request. Taken from the request where it sends a sane one, else made.',
    schema: { type: 'string', examples: ['7f2c9a41'] },
  },
  ETag: {
    description: 'Version of the response; sent back in If-None-Match it saves an unchanged response (304).',
    schema: { type: 'string', examples: ['"1f-5c"'] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
};

export function headerRef(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}
