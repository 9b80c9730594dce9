import { PROJECT_OWNERS } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { JSON_TYPE } from '../http/response/response.ts';
import { NO_RIGHT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { pageHandle } from '../parameters/paging.ts';
import { boolean, choice, integer } from '../parameters/parameter.ts';

const DEFAULT_LIMIT = 1000;
const MAX_LIMIT = 100_000;

export const listProjects = operation({
  name: 'listProjects',
  method: 'GET',
  path: '/project-api/projects',
  summary: 'List projects',
  description:
    'Those of the account the token belongs to, or those that others have published. With `paginate=true` page by page: while a response carries a `handle`, send it with the next request.',
  tag: 'projects',
  access: 'token',
  right: NO_RIGHT,
  query: {
    isPage: boolean({ name: 'paginate', description: 'Give a page of projects; otherwise all of them.' }),
    limit: integer({
      name: 'limit',
      description: 'The most projects on a page.',
      min: 1,
      max: MAX_LIMIT,
      schema: { default: DEFAULT_LIMIT },
    }),
    handle: pageHandle,
    owner: choice({
      name: 'owner',
      description: "Whose projects: `me`, `others` for others' published ones, `*` for both.",
      choices: PROJECT_OWNERS,
      byDefault: 'me',
    }),
  },
  responses: { 200: { description: 'The projects', content: { 'application/json': refs.projectList } } },
  handle(context, read) {
    const { hub, caller, dialect } = context;
    context.refuseMisplaced();
    const { isPage, limit = DEFAULT_LIMIT, handle, owner } = read();
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
});
