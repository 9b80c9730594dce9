import type { Space } from '@meridian/client';
import { useEffect } from 'preact/hooks';
import { keepsVersions } from '../history/versions.ts';
import { go, writeRoute } from '../route.ts';
import { t } from '../strings.ts';
import { formatAgo, formatBytes, formatCount, formatMoment, shortText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { knownStatistics, mayManage, mayWrite, wantStatistics } from './catalogue.ts';
import { SpaceThumbnail } from './space-thumbnail.tsx';

const LONGEST_TITLE = 120;

export type SpaceActions = { onEdit: () => void; onDelete: () => void; onExport: () => void };

export function SpaceCard({ space, onEdit, onDelete, onExport }: { space: Space } & SpaceActions) {
  useEffect(() => wantStatistics(space), [space]);
  const facts = knownStatistics(space);
  const count = facts?.count.value;
  const entries: MenuEntry[] = [
    {
      label: t.spaces.addToMap,
      icon: 'map',
      onChoose: () => go({ screen: 'map', add: space.id }),
    },
    ...(mayWrite(space)
      ? [
          {
            label: t.spaces.importInto,
            icon: 'upload',
            onChoose: () => go({ screen: 'import', into: space.id }),
          } as const,
        ]
      : []),
    ...(keepsVersions(space)
      ? [
          {
            label: t.history.title,
            icon: 'clock',
            onChoose: () => go({ screen: 'history', space: space.id }),
          } as const,
        ]
      : []),
    { label: t.spaces.export, icon: 'download', onChoose: onExport },
    { label: t.spaces.use, icon: 'code', onChoose: () => go({ screen: 'interface', space: space.id }) },
    ...(mayManage(space)
      ? ([
          { label: t.spaces.edit, icon: 'pencil', onChoose: onEdit },
          { label: t.spaces.delete, icon: 'trash', isDanger: true, onChoose: onDelete },
        ] as const)
      : []),
  ];
  return (
    <li class="card">
      <SpaceThumbnail space={space} bbox={count === 0 ? undefined : facts?.bbox.value} />
      <div class="card-body">
        <h2>
          <a href={writeRoute({ screen: 'map', space: space.id })}>{shortText(space.title, LONGEST_TITLE)}</a>
        </h2>
        <p class="id">
          <code>{space.id}</code>
          {space.shared && (
            <span class="badge">
              <Icon name="people" />
              {t.spaces.shared}
            </span>
          )}
          {space.readOnly && (
            <span class="badge">
              <Icon name="lock" />
              {t.spaces.readOnly}
            </span>
          )}
        </p>
        {space.description && <p class="description">{shortText(space.description, 300)}</p>}
        <p class="facts">
          <span>{count === undefined ? '…' : t.features(count, formatCount(count))}</span>
          <span>{facts ? formatBytes(facts.byteSize.value) : '…'}</span>
          <time
            dateTime={new Date(space.contentUpdatedAt).toISOString()}
            title={formatMoment(space.contentUpdatedAt)}
          >
            {formatAgo(space.contentUpdatedAt)}
          </time>
        </p>
      </div>
      <Menu label={t.spaces.actions(shortText(space.title, LONGEST_TITLE))} icon="more" entries={entries} />
    </li>
  );
}
