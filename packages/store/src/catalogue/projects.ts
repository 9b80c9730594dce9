import type { ProjectFilter, ProjectRecord, ProjectTable } from '../catalogue.ts';
import { ask } from '../read/effect.ts';
import { note } from './audit.ts';
import type { CatalogueRows, Rules, Where } from './rows.ts';

/** A page holds no more text than this (but at least one project), so that long lists need little memory. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;
/** So many are read together: each may be large. */
const STEP = 16;

export function projectRules(rows: CatalogueRows): Rules<ProjectTable> {
  return {
    *get(id) {
      const [project] = yield* ask(() => rows.select('project', [{ id }], 1));
      return project;
    },
    *head(id) {
      const [head] = yield* ask(() => rows.select('projectHead', [{ id }], 1));
      return head;
    },
    *add(id, state, entry) {
      const added = yield* ask(() => rows.insert('project', { id, ...state, revision: 1 }));
      if (added) yield* note(rows, entry);
      return added;
    },
    *update({ serial, revision }, state, entry) {
      const changed = { ...state, revision: revision + 1 };
      const [updated] = yield* ask(() => rows.update('project', { serial, revision }, changed));
      if (updated) yield* note(rows, entry);
      return updated;
    },
    *remove({ serial, revision }, entry) {
      const isRemoved = (yield* ask(() => rows.remove('project', { serial, revision }))) === 1;
      if (isRemoved) yield* note(rows, entry);
      return isRemoved;
    },
    *page(filter, after, limit) {
      const projects: ProjectRecord[] = [];
      let room = PAGE_CHARACTERS;
      for (let last = after; ; ) {
        const step = Math.min(STEP, limit + 1 - projects.length);
        const anyOf = conditionsOf(filter).map((where) => ({ ...where, serial: { above: last } }));
        const found = yield* ask(() => rows.select('project', anyOf, step));
        for (const project of found) {
          if (projects.length === limit || room <= 0) return { projects, more: true };
          projects.push(project);
          room -= project.text.length;
          last = project.serial;
        }
        if (found.length < step) return { projects, more: false };
      }
    },
  };
}

function conditionsOf({ account, own, others }: ProjectFilter): Where<'project'>[] {
  if (own && others) return [{ owner: account }, { published: true }];
  return others ? [{ published: true, owner: { not: account } }] : [{ owner: account }];
}
