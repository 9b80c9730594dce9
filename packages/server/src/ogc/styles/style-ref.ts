import { Fault, type Project, parseStored, type ReadableSpace } from '@meridian/hub';
import type { Context } from '../../http/context.ts';
import type { RightRule } from '../../http/right-rule.ts';

/** No id of a space has a colon in it. */
const PROJECT = 'project:';

export const READ_STYLES: RightRule = {
  oneOf: ['readFeatures'],
  on: 'anything',
  which:
    'On the space, or on spaces of a project that the caller may read; layers of other spaces are left out.',
};

/** What a style is made of: a space, or a project with what it says. */
export type StyleSubject = { space: ReadableSpace } | { project: StoredProject };

export type StoredProject = { id: string; title?: unknown; description?: unknown; [member: string]: unknown };

export function projectStyleId(project: string): string {
  return PROJECT + project;
}

/** The space or project that a style shows, where the caller may see it. */
export async function openStyle(context: Context, id: string): Promise<StyleSubject> {
  const { hub, caller } = context;
  if (!id.startsWith(PROJECT)) return { space: hub.features.openForReading(caller, id, READ_STYLES.oneOf) };
  // As it is for projects themselves: published is for those who have a token.
  if (caller.isAnonymous) throw new Fault('unauthorized', 'a style of a project needs an access token');
  return { project: storedProject(await hub.projects.get(caller, id.slice(PROJECT.length))) };
}

export function storedProject({ text }: Pick<Project, 'text'>): StoredProject {
  return parseStored(text) as StoredProject;
}
