import type { Operation } from '../http/operation.ts';
import { MANAGE_ACCOUNT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { projectResponse } from './project.response.ts';

export const patchProject: Operation = {
  name: 'patchProject',
  method: 'PATCH',
  path: '/project-api/projects/{project_id}',
  summary: 'Change parts of a project',
  description: 'Objects merge member by member, `null` removes a member, arrays and plain values replace.',
  tag: 'projects',
  access: 'token',
  right: MANAGE_ACCOUNT,
  query: [],
  body: { description: 'The members to change', content: { 'application/json': refs.projectInput } },
  responses: { 200: { description: 'The changed project', content: { 'application/json': refs.project } } },
  async handle(context) {
    const { hub, caller, projectId } = context;
    await hub.projects.requireWritable(caller, projectId);
    return projectResponse(await hub.projects.patch(caller, projectId, await context.document(), Date.now()));
  },
};
