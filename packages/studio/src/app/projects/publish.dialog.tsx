import type { Project } from '@meridian/client';
import { useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { attempt } from '../ui/notices.tsx';
import { publish, spacesOf, unpublish } from './save.ts';

type Props = { project: Project; onChanged: (project: Project) => void; onClose: () => void };

/** Opens a map to those who have its link, or closes it again. */
export function PublishDialog({ project, onChanged, onClose }: Props) {
  const [link, setLink] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isPublished = project.status === 'PUBLISHED';
  const run = (work: () => Promise<void>) =>
    attempt(async () => {
      setBusy(true);
      try {
        await work();
      } finally {
        setBusy(false);
      }
    });
  const open = () =>
    run(async () => {
      const made = await publish(project);
      setLink(made.link);
      onChanged(made.project);
    });
  const end = () =>
    run(async () => {
      const changed = await unpublish(project);
      setLink(undefined);
      onChanged(changed);
    });
  return (
    <Dialog title={t.publish.title} onClose={onClose}>
      {link ? (
        <>
          <p>{t.publish.done}</p>
          <CodeBlock label={t.publish.link} code={link} />
          <p class="hint">{t.publish.once}</p>
        </>
      ) : (
        <>
          <p>{isPublished ? t.publish.isPublished : t.publish.about}</p>
          <ul class="plain-list">
            {spacesOf(project).map((space) => (
              <li key={space}>
                <code>{space}</code>
              </li>
            ))}
          </ul>
          {isPublished && <p class="hint">{t.publish.newLinkHint}</p>}
        </>
      )}
      <DialogActions>
        {isPublished && (
          <Button kind="danger" disabled={isBusy} onClick={() => void end()}>
            {t.publish.end}
          </Button>
        )}
        {!link && (
          <Button kind="main" icon="link" disabled={isBusy} onClick={() => void open()}>
            {isPublished ? t.publish.newLink : t.publish.publish}
          </Button>
        )}
        {link && (
          <Button kind="main" onClick={onClose}>
            {t.done}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
