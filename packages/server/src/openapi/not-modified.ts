import type { Documented } from '../http/operation.ts';

/** Of operations whose responses have an ETag. */
export const notModified: Documented = {
  description: 'The client has this response already: the request had its ETag in `If-None-Match`',
};
