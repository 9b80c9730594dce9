import type { ProjectHead } from '@meridian/store';
import type { Caller } from '../accounts/rights.ts';

/**
 * Whether a project is the one that the token of a link was made for, and may still be shown through it. One that was
 * created under the id of a deleted project is another.
 */
export function isLinked({ account, token }: Caller, project: ProjectHead): boolean {
  return (
    project.published &&
    project.id === token.project &&
    (token.bound?.project ?? project.serial) === project.serial &&
    (account.admin || project.owner === account.id)
  );
}
