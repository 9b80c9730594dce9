import { PROJECT_OWNERS } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { JSON_TYPE } from '../http/response/response.ts';
import { NO_RIGHT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { readBoolean, readChoice, readHandle, readInteger } from '../parameters/values.ts';

const DEFAULT_LIMIT = 1000;
const MAX_LIMIT = 100_000;

export const listProjects: Operation = {
  name: 'listProjects',
  method: 'GET',
  path: '/project-api/projects',
  summary: 'List projects',
  description:
    'Those of the account the token belongs to, or those that others have published. With `paginate=true` page by page: while a response carries a `handle`, send it with the next request.',
  tag: 'projects',
  access: 'token',
  right: NO_RIGHT,
  query: [
    {
      name: 'paginate',
      description: 'Give a page of projects; otherwise all of them.',
      schema: { type: 'boolean', default: false },
    },
    {
      name: 'limit',
      description: 'The most projects on a page.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    },
    {
      name: 'handle',
      description: 'Where to go on: the `handle` of the page before.',
      schema: { type: 'integer', minimum: 0 },
    },
    {
      name: 'owner',
      description: "Whose projects: `me`, `others` for others' published ones, `*` for both.",
      schema: { type: 'string', enum: [...PROJECT_OWNERS], default: 'me' },
    },
  ],
  responses: { 200: { description: 'The projects', content: { 'application/json': refs.projectList } } },
  handle({ hub, caller, query, dialect }) {
    const isPage = readBoolean(query, 'paginate') ?? false;
    const limit = readInteger(query, 'limit', 1, MAX_LIMIT) ?? DEFAULT_LIMIT;
    const handle = readHandle(query);
    const owner = readChoice(query, 'owner', PROJECT_OWNERS) ?? 'me';
    const stream = hub.projects.list(caller, owner, isPage ? handle : 0, isPage ? limit : Infinity);
    const isBare = !isPage && dialect.projectList === 'array';
    return {
      status: 200,
      headers: { 'Content-Type': JSON_TYPE },
      body: {
        head: isBare ? '[' : '{"projects":[',
        stream,
        tail: ({ more, last }) => (isBare ? ']' : more ? `],"handle":${last}}` : ']}'),
      },
    };
  },
};
