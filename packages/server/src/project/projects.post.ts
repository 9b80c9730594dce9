import type { Operation } from '../http/operation.ts';
import { MANAGE_ACCOUNT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { linksWith } from '../openapi/links.ts';
import { projectResponse } from './project.response.ts';

export const createProject: Operation = {
  name: 'createProject',
  method: 'POST',
  path: '/project-api/projects',
  summary: 'Create a project',
  description: 'With the `id` of the body, else with a new one.',
  tag: 'projects',
  access: 'token',
  right: MANAGE_ACCOUNT,
  query: [],
  body: {
    description: 'The definition; nothing in it is required',
    content: { 'application/json': refs.projectInput },
  },
  responses: {
    200: {
      description: 'The new project',
      content: { 'application/json': refs.project },
      links: linksWith({ project_id: '$response.body#/id' }, [
        'getProject',
        'putProject',
        'patchProject',
        'deleteProject',
      ]),
    },
  },
  async handle(context) {
    const { hub, caller } = context;
    hub.projects.requireCreatable(caller);
    return projectResponse(await hub.projects.create(caller, await context.document(), Date.now()));
  },
};
