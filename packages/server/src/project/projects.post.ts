import type { Operation } from '../http/operation.ts';
import { MANAGE_ACCOUNT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { projectAnswer } from './project.answer.ts';

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
  answers: { 200: { description: 'The new project', content: { 'application/json': refs.project } } },
  async handle(context) {
    const { hub, caller } = context;
    hub.projects.requireCreatable(caller);
    return projectAnswer(await hub.projects.create(caller, await context.document(), Date.now()));
  },
};
