import type { Project } from '@meridian/client';
import { useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { hasDraft } from '../map/state.ts';
import { forgetMap, go, writeRoute } from '../route.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatAgo, shortText } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { Menu } from '../ui/menu.tsx';
import { attempt, notify } from '../ui/notices.tsx';
import { PublishDialog } from './publish.dialog.tsx';
import { revokeLinks, spacesOf } from './save.ts';

type Open = { what: 'publish' | 'delete'; project: Project };

/** Saved maps. */
export function ProjectsScreen() {
  const [projects, setProjects] = useState<Project[]>();
  const [open, setOpen] = useState<Open>();
  const load = useLoad(async () =>
    setProjects((await hub().projects.list()).sort((a, b) => b.last_update - a.last_update)),
  );
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{t.screens.projects}</h1>
          <p class="lead">{t.projects.lead}</p>
        </div>
        {projects && projects.length > 0 && (
          <Button icon={hasDraft() ? 'map' : 'plus'} onClick={() => go({ screen: 'map' })}>
            {hasDraft() ? t.projects.untitled : t.projects.newMap}
          </Button>
        )}
      </header>
      {!projects && <Loading {...load} />}
      {projects?.length === 0 && (
        <Empty icon="bookmark" title={t.projects.none}>
          <p>{t.projects.noneYet}</p>
          <Button kind="main" icon="map" onClick={() => go({ screen: 'map' })}>
            {t.projects.openMap}
          </Button>
        </Empty>
      )}
      {projects && projects.length > 0 && (
        <ul class="rows">
          {projects.map((project) => (
            <li key={project.id} class="row">
              <div class="row-body">
                <h2>
                  <a href={writeRoute({ screen: 'map', project: project.id })}>{nameOf(project)}</a>
                  {project.status === 'PUBLISHED' && <span class="badge">{t.publish.published}</span>}
                </h2>
                {project.description && <p class="description">{shortText(project.description, 300)}</p>}
                <p class="facts">
                  <span>{t.projects.spaces(spacesOf(project).length)}</span>
                  <span>{formatAgo(project.last_update)}</span>
                </p>
              </div>
              <Menu
                label={t.projects.actions(nameOf(project))}
                icon="more"
                entries={[
                  {
                    label: t.publish.title,
                    icon: 'link',
                    onChoose: () => setOpen({ what: 'publish', project }),
                  },
                  {
                    label: t.projects.delete,
                    icon: 'trash',
                    isDanger: true,
                    onChoose: () => setOpen({ what: 'delete', project }),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {open?.what === 'publish' && (
        <PublishDialog
          map={{ saved: open.project }}
          onChanged={(project) => {
            setOpen({ what: 'publish', project });
            void load.reload();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteProject
          project={open.project}
          onClose={(isGone) => {
            setOpen(undefined);
            if (isGone) void load.reload();
          }}
        />
      )}
    </div>
  );
}

function DeleteProject({ project, onClose }: { project: Project; onClose: (isGone: boolean) => void }) {
  const remove = () =>
    attempt(async () => {
      await revokeLinks(project.id);
      await hub().projects.delete(project.id);
      forgetMap(project.id);
      notify(t.projects.deleted(nameOf(project)));
      onClose(true);
    });
  return (
    <Dialog
      title={t.projects.deleteTitle(nameOf(project))}
      onClose={() => onClose(false)}
      onSubmit={() => void remove()}
    >
      <p>{t.projects.deleteWarning}</p>
      <DialogActions>
        <Button onClick={() => onClose(false)}>{t.cancel}</Button>
        <Button kind="danger" type="submit">
          {t.projects.delete}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function nameOf({ title, id }: Project): string {
  return shortText(title || id, 80);
}
