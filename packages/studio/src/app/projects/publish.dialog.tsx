import type { Project } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { spaceTitle } from '../map/titles.ts';
import { loadSpaces, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { attempt } from '../ui/notices.tsx';
import { createLink, embedCode, linksTo, type MapLink, revokeLink, spacesOf, unpublish } from './save.ts';

type Props = { project: Project; onChanged: (project: Project) => void; onClose: () => void };

/** Opens a map to those who have a link, lists its links, and closes it again. */
export function PublishDialog({ project, onChanged, onClose }: Props) {
  const [links, setLinks] = useState<MapLink[]>();
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isPublished = project.status === 'PUBLISHED';
  const run = (work: () => Promise<void>) =>
    attempt(async () => {
      setBusy(true);
      try {
        await work();
        setLinks(await linksTo(project.id));
      } finally {
        setBusy(false);
      }
    });
  useEffect(
    () =>
      void run(async () => {
        if (!spaces.value) await loadSpaces();
      }),
    [project.id],
  );
  const create = () =>
    run(async () => {
      onChanged(await createLink(project, name.trim() || t.publish.linkName));
      setName('');
    });
  return (
    <Dialog title={t.publish.title} isWide onClose={onClose} onSubmit={() => !isBusy && void create()}>
      <p>{isPublished ? t.publish.isPublished : t.publish.about}</p>
      <ul class="plain-list">
        {spacesOf(project).map((space) => (
          <li key={space}>{spaceTitle(space)}</li>
        ))}
      </ul>
      {isPublished && links && (
        <ul class="links" aria-label={t.publish.links}>
          {links.map((link) => (
            <Link
              key={link.tid}
              link={link}
              title={project.title ?? project.id}
              isBusy={isBusy}
              onRevoke={() => void run(() => revokeLink(link))}
            />
          ))}
        </ul>
      )}
      <TextField
        label={t.publish.name}
        hint={t.publish.nameHint}
        placeholder={t.publish.linkName}
        value={name}
        onInput={setName}
      />
      <DialogActions>
        {isPublished && (
          <Button
            kind="danger"
            disabled={isBusy}
            onClick={() => void run(async () => onChanged(await unpublish(project)))}
          >
            {t.publish.end}
          </Button>
        )}
        <Button kind="main" type="submit" icon="link" disabled={isBusy}>
          {isPublished ? t.publish.newLink : t.publish.publish}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type LinkProps = { link: MapLink; title: string; isBusy: boolean; onRevoke: () => void };

function Link({ link: { name, url }, title, isBusy, onRevoke }: LinkProps) {
  const shown = (name || t.tokens.unnamed).slice(0, 80);
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
