import { MeridianError, type Project } from '@meridian/client';
import type { Migration } from './migrate-space.ts';
import type { LeftOut } from './migration-state.ts';

/** What the hub says of a project itself. */
const OF_THE_HUB = ['owner', 'created_at', 'last_update'];

/** Copies the projects of the account; what was left out, and why. */
export async function migrateProjects({ source, target, state, signal }: Migration): Promise<LeftOut[]> {
  const projects = await listed(() => source.projects.list({ signal }));
  if (!Array.isArray(projects)) return [{ what: 'projects', why: projects.message }];
  const leftOut: LeftOut[] = [];
  for (const { id } of projects) {
    if (state.stored.projects.includes(id)) continue;
    try {
      const project = await source.projects.get(id, { signal });
      const own = Object.entries(project).filter(([name]) => !OF_THE_HUB.includes(name));
      await target.projects.create(Object.fromEntries(own), { signal });
    } catch (error) {
      if (!(error instanceof MeridianError) || error.status >= 500) throw error;
      leftOut.push({ what: `project ${id}`, why: error.message });
      continue;
    }
    state.stored.projects.push(id);
    state.save();
  }
  return leftOut;
}

/** A hub may have no projects at all. */
async function listed(read: () => Promise<Project[]>): Promise<Project[] | MeridianError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MeridianError && error.status < 500) return error;
    throw error;
  }
}
