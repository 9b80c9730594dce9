import type { Operation } from '../http/operation.ts';
import { empty } from '../http/response/response.ts';
import { MANAGE_ACCOUNT } from '../http/right-rule.ts';

export const deleteProject: Operation = {
  name: 'deleteProject',
  method: 'DELETE',
  path: '/project-api/projects/{project_id}',
  summary: 'Delete a project',
  description: 'The spaces it shows stay as they are.',
  tag: 'projects',
  access: 'token',
  right: MANAGE_ACCOUNT,
  query: [],
  responses: { 204: { description: 'The project is gone' } },
  async handle({ hub, caller, projectId }) {
    await hub.projects.delete(caller, projectId);
    return empty(204);
  },
};
