import type { Operation } from '../http/operation.ts';
import { MANAGE_ACCOUNT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { projectResponse } from './project.response.ts';

export const putProject: Operation = {
  name: 'putProject',
  method: 'PUT',
  path: '/project-api/projects/{project_id}',
  summary: 'Create a project or replace the whole of it',
  description:
    'Of what was there only `created_at` and `owner` are left. An `id` in the body does not count.',
  tag: 'projects',
  access: 'token',
  right: MANAGE_ACCOUNT,
  query: [],
  body: { description: 'The whole definition', content: { 'application/json': refs.projectInput } },
  responses: { 200: { description: 'The project', content: { 'application/json': refs.project } } },
  async handle(context) {
    const { hub, caller, projectId } = context;
    await hub.projects.requireStorable(caller, projectId);
    return projectResponse(await hub.projects.put(caller, projectId, await context.document(), Date.now()));
  },
};
