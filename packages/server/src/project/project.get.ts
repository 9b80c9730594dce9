import { unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { NO_RIGHT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { notModified } from '../openapi/not-modified.ts';
import { projectETag, projectResponse } from './project.response.ts';

export const getProject: Operation = {
  name: 'getProject',
  method: 'GET',
  path: '/project-api/projects/{project_id}',
  summary: 'Read a project',
  description: 'One of the account the token belongs to, or a published one.',
  tag: 'projects',
  access: 'token',
  right: NO_RIGHT,
  query: [],
  responses: {
    200: { description: 'The project', content: { 'application/json': refs.project } },
    304: notModified,
  },
  async handle(context) {
    const project = await context.hub.projects.get(context.caller, context.projectId);
    return unlessKnown(context, projectETag(project), () => projectResponse(project));
  },
};
