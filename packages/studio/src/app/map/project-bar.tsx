import type { Project, Space } from '@meridian/client';
import { useState } from 'preact/hooks';
import { discardChanges, isChanged } from '../projects/changes.ts';
import { PublishDialog, type UnsavedMap } from '../projects/publish.dialog.tsx';
import { saveProject } from '../projects/save.ts';
import { go, replaceRoute, route } from '../route.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { attempt, notify } from '../ui/notices.tsx';
import { addToDraft, forgetDraft, layerOf, mapDocument, refresh } from './state.ts';
import { canRedo, canUndo, redo, undo } from './undo.ts';

type Props = {
  project: Project | undefined;
  /** The space that is looked at alone. */
  alone: Space | undefined;
  onSaved: (project: Project) => void;
};
type BarProps = Props & {
  /** Absent until there is a map. */
  onPicture: (() => void) | undefined;
  /** Then undo and redo are those of the editor. */
  isEditing: boolean;
};

/** What the map is called, and ways to keep and to show it. */
export function ProjectBar({ project, alone, onSaved, onPicture, isEditing }: BarProps) {
  const [open, setOpen] = useState<'save' | 'publish'>();
  const hasLayers = mapDocument.value.layers.length > 0;
  const about = (project ?? alone)?.description;
  /** What has a title is saved under it without a question. */
  const save = (known: Project) =>
    attempt(async () => {
      const { title = '', description = '' } = known;
      onSaved(await saveProject(known, { title, description }, mapDocument.value));
      notify(t.projects.saved(title || known.id));
    });
  return (
    <header class="project-bar">
      <div>
        <div class="project-title">
          <h2>{shortText(project?.title ?? alone?.title ?? t.projects.untitled, 80)}</h2>
          {project && <IconButton icon="pencil" label={t.projects.rename} onClick={() => setOpen('save')} />}
        </div>
        {about && <p class="muted">{shortText(about, 300)}</p>}
        {project && (
          <div class="project-state">
            <p class="hint" role="status">
              {isChanged(project) && t.projects.unsaved}
            </p>
            {isChanged(project) && (
              <Button kind="quiet" onClick={() => discardChanges(project)}>
                {t.projects.discard}
              </Button>
            )}
          </div>
        )}
      </div>
      <div class="project-actions">
        {alone && (
          <Button icon="plus" onClick={() => addToMap(alone.id)}>
            {t.spaces.addToMap}
          </Button>
        )}
        <Button
          icon="bookmark"
          disabled={!hasLayers}
          onClick={() => (project ? void save(project) : setOpen('save'))}
        >
          {t.save}
        </Button>
        <Button icon="link" disabled={!project && !hasLayers} onClick={() => setOpen('publish')}>
          {project?.status === 'PUBLISHED' ? t.publish.published : t.publish.publish}
        </Button>
        <span class="icons">
          <IconButton
            icon="refresh"
            label={t.commands.refresh}
            disabled={!hasLayers}
            onClick={() => refresh()}
          />
          <IconButton icon="picture" label={t.commands.picture} disabled={!onPicture} onClick={onPicture} />
          {!isEditing && (
            <>
              <IconButton icon="undo" label={t.commands.undo} disabled={!canUndo.value} onClick={undo} />
              <IconButton icon="redo" label={t.commands.redo} disabled={!canRedo.value} onClick={redo} />
            </>
          )}
        </span>
      </div>
      {open === 'save' && (
        <SaveDialog
          project={project}
          alone={alone}
          onClose={() => setOpen(undefined)}
          onSaved={(saved) => {
            setOpen(undefined);
            onSaved(saved);
            showInRoute(saved);
          }}
        />
      )}
      {open === 'publish' && (
        <PublishDialog
          map={project ? { saved: project } : { unsaved: unsavedMap() }}
          onChanged={onSaved}
          onClose={() => {
            setOpen(undefined);
            showInRoute(project);
          }}
        />
      )}
    </header>
  );
}

/** A map that was saved has an address of its own from then on, and is none without a title any more. */
function showInRoute(project: Project | undefined): void {
  const here = route.value;
  if (!project || here.screen !== 'map' || here.project === project.id) return;
  if (here.project === undefined && here.space === undefined) forgetDraft();
  replaceRoute({ screen: 'map', project: project.id });
}

/** The map as it is shown, which is saved when it is published. */
function unsavedMap(): UnsavedMap {
  return {
    spaces: mapDocument.value.layers.map(({ space }) => space),
    save: (title: string) => saveProject(undefined, { title, description: '' }, mapDocument.value),
  };
}

/** From a look at a space to the map with layers, which has it as it looks here. */
function addToMap(space: string): void {
  const layer = layerOf(space);
  if (layer) addToDraft(layer);
  go({ screen: 'map', add: space });
}

function SaveDialog({ project, alone, onSaved, onClose }: Props & { onClose: () => void }) {
  const [title, setTitle] = useState((project ?? alone)?.title ?? '');
  const [description, setDescription] = useState(project?.description ?? '');
  const save = () =>
    attempt(async () => {
      const saved = await saveProject(
        project,
        { title: title.trim(), description: description.trim() },
        mapDocument.value,
      );
      notify(t.projects.saved(saved.title ?? saved.id));
      onSaved(saved);
    });
  return (
    <Dialog
      title={t.projects.saveTitle}
      onClose={onClose}
      onSubmit={() => title.trim() !== '' && void save()}
    >
      <TextField label={t.projects.title} value={title} onInput={setTitle} required autoFocus />
      <TextArea label={t.projects.description} value={description} onInput={setDescription} />
      {project?.status === 'PUBLISHED' && <p class="hint">{t.projects.publishedHint}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="main" type="submit" disabled={title.trim() === ''}>
          {t.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
