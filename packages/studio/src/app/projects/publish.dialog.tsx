import type { Project } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { spaceTitle } from '../map/titles.ts';
import { loadSpaces, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { createLink, embedCode, linksTo, type MapLink, revokeLink, spacesOf, unpublish } from './save.ts';

/** A map that is not saved yet: that is done when it is published. */
export type UnsavedMap = { spaces: readonly string[]; save: (title: string) => Promise<Project> };

type Props = {
  map: { saved: Project } | { unsaved: UnsavedMap };
  onChanged: (project: Project) => void;
  onClose: () => void;
};

/** Opens a map to those who have a link, lists its links, and closes it again. */
export function PublishDialog({ map, onChanged, onClose }: Props) {
  const [links, setLinks] = useState<MapLink[]>();
  const [title, setTitle] = useState('');
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const saved = 'saved' in map ? map.saved : undefined;
  const isPublished = saved?.status === 'PUBLISHED';
  const shown = 'saved' in map ? spacesOf(map.saved) : map.unsaved.spaces;
  /** Work on a map, and the links that it has then. */
  const run = (work: () => Promise<Project | undefined>) =>
    attempt(async () => {
      setBusy(true);
      try {
        const changed = await work();
        if (changed) setLinks(await linksTo(changed.id));
      } finally {
        setBusy(false);
      }
    });
  const change = (work: () => Promise<Project>) =>
    run(async () => {
      const changed = await work();
      onChanged(changed);
      return changed;
    });
  useEffect(
    () =>
      void run(async () => {
        if (!spaces.value) await loadSpaces();
        return saved;
      }),
    [saved?.id],
  );
  const create = () =>
    change(async () => {
      const made = 'saved' in map ? map.saved : await map.unsaved.save(title.trim());
      const published = await createLink(made, name.trim() || t.publish.linkName);
      setName('');
      return published;
    });
  const isReady = !isBusy && (saved !== undefined || title.trim() !== '');
  return (
    <Dialog title={t.publish.title} isWide onClose={onClose} onSubmit={() => isReady && void create()}>
      <p>{isPublished ? t.publish.isPublished : t.publish.about}</p>
      <ul class="plain-list">
        {shown.map((space) => (
          <li key={space}>{spaceTitle(space)}</li>
        ))}
      </ul>
      {isPublished && links && (
        <ul class="links" aria-label={t.publish.links}>
          {links.map((link) => (
            <Link
              key={link.tid}
              link={link}
              title={saved.title ?? saved.id}
              isBusy={isBusy}
              onRevoke={() => void run(() => revokeLink(link).then(() => saved))}
            />
          ))}
        </ul>
      )}
      {!saved && <TextField label={t.projects.title} value={title} onInput={setTitle} required autoFocus />}
      <TextField
        label={t.publish.name}
        hint={t.publish.nameHint}
        placeholder={t.publish.linkName}
        value={name}
        onInput={setName}
      />
      <DialogActions>
        {isPublished && (
          <Button kind="danger" disabled={isBusy} onClick={() => void change(() => unpublish(saved))}>
            {t.publish.end}
          </Button>
        )}
        <Button kind="main" type="submit" icon="link" disabled={!isReady}>
          {isPublished ? t.publish.newLink : t.publish.publish}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type LinkProps = { link: MapLink; title: string; isBusy: boolean; onRevoke: () => void };

function Link({ link: { name, url }, title, isBusy, onRevoke }: LinkProps) {
  const shown = shortText(name || t.tokens.unnamed, 80);
  return (
    <li>
      <strong>{shown}</strong>
      {url ? (
        <>
          <a class="link-url" href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
          <span class="link-actions">
            <CopyButton label={t.publish.copyLink} text={url} />
            <CopyButton label={t.publish.copyEmbed} text={embedCode(url, title)} />
            <Button kind="quiet" icon="trash" disabled={isBusy} onClick={onRevoke}>
              {t.publish.revoke}
            </Button>
          </span>
        </>
      ) : (
        <>
          <span class="hint">{t.publish.notStored}</span>
          <span class="link-actions">
            <Button kind="quiet" icon="trash" disabled={isBusy} onClick={onRevoke}>
              {t.publish.revoke}
            </Button>
          </span>
        </>
      )}
    </li>
  );
}
