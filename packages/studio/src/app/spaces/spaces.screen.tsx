import type { Space } from '@meridian/client';
import { useState } from 'preact/hooks';
import { openImport } from '../import/offered.ts';
import { Lazy } from '../lazy.tsx';
import { go } from '../route.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { DropZone } from '../ui/drop-zone.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Loading, useLoad } from '../ui/loading.tsx';
import { loadSpaces, spaces } from './catalogue.ts';
import { DeleteSpace } from './delete-space.tsx';
import { FirstSteps } from './first-steps.tsx';
import { SpaceCard } from './space-card.tsx';
import { SpaceForm } from './space-form.tsx';

/** More are shown when asked for: ten thousand cards would take their time. */
const PAGE = 60;

type Open = { what: 'create' } | { what: 'edit' | 'delete' | 'export'; space: Space };

const exportDialog = () => import('../import/export.dialog.tsx').then(({ ExportDialog }) => ExportDialog);

export function SpacesScreen() {
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<Open>();
  const [most, setMost] = useState(PAGE);
  const load = useLoad(loadSpaces);
  const list = spaces.value;
  const wanted = query.trim().toLowerCase();
  const found = list?.filter((space) => matches(space, wanted));
  const close = () => setOpen(undefined);
  return (
    <DropZone onFiles={(files) => openImport(files)}>
      <header class="page-head">
        <div>
          <h1>{t.screens.spaces}</h1>
          <p class="lead">{t.spaces.lead}</p>
        </div>
        <div class="page-actions">
          <Button icon="upload" onClick={() => go({ screen: 'import' })}>
            {t.spaces.import}
          </Button>
          <Button kind="main" icon="plus" onClick={() => setOpen({ what: 'create' })}>
            {t.spaces.create}
          </Button>
        </div>
      </header>
      {list && list.length > 0 && (
        <div class="search">
          <Icon name="search" />
          <input
            type="search"
            aria-label={t.spaces.search}
            placeholder={t.spaces.search}
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          <span class="count" role="status">
            {t.spaces.found(found!.length, formatCount(found!.length))}
          </span>
        </div>
      )}
      {!list && <Loading {...load} />}
      {list?.length === 0 && (
        <Empty icon="globe" title={t.spaces.none}>
          <p>{t.spaces.noneYet}</p>
          <FirstSteps />
        </Empty>
      )}
      {found && found.length === 0 && list!.length > 0 && <Empty icon="search" title={t.spaces.noneFound} />}
      {found && found.length > 0 && (
        <ul class="cards">
          {found.slice(0, most).map((space) => (
            <SpaceCard
              key={space.id}
              space={space}
              onEdit={() => setOpen({ what: 'edit', space })}
              onDelete={() => setOpen({ what: 'delete', space })}
              onExport={() => setOpen({ what: 'export', space })}
            />
          ))}
        </ul>
      )}
      {found && found.length > most && (
        <p class="more">
          <Button onClick={() => setMost(most + PAGE)}>{t.more}</Button>
        </p>
      )}
      {open?.what === 'create' && <SpaceForm onClose={close} />}
      {open?.what === 'edit' && <SpaceForm space={open.space} onClose={close} />}
      {open?.what === 'delete' && <DeleteSpace space={open.space} onClose={close} />}
      {open?.what === 'export' && <Lazy load={exportDialog} with={{ space: open.space, onClose: close }} />}
    </DropZone>
  );
}

function matches({ id, title, description }: Space, wanted: string): boolean {
  return wanted === '' || [id, title, description ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
