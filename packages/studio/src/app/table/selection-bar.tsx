import { Lazy } from '../lazy.tsx';
import { spaceById } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Menu } from '../ui/menu.tsx';
import { DeleteSelectedDialog } from './delete-selected.dialog.tsx';
import type { CopyFormat, Selected } from './selected.ts';

const exportDialog = () => import('../import/export.dialog.tsx').then(({ ExportDialog }) => ExportDialog);

/** What is open over the table. */
export type Asked = 'export' | 'delete' | undefined;

type Props = {
  space: string;
  selected: Selected;
  count: number;
  canDelete: boolean;
  asked: Asked;
  onAsk: (asked: Asked) => void;
  onCopy: (format: CopyFormat) => void;
  onClear: () => void;
};

/** What can be done with the rows that are selected. */
export function SelectionBar(props: Props) {
  const { space, selected, count, canDelete, asked, onAsk, onCopy, onClear } = props;
  const definition = spaceById.value.get(space);
  const close = () => onAsk(undefined);
  return (
    <div class="selection-bar" role="toolbar" aria-label={t.table.selected(formatCount(count))}>
      <strong role="status">{t.table.selected(formatCount(count))}</strong>
      <Menu
        label={t.table.copy}
        icon="copy"
        text={t.copy}
        entries={(['tsv', 'geojson'] as const).map((format) => ({
          label: t.table.copyAs[format],
          onChoose: () => onCopy(format),
        }))}
      />
      <Button icon="download" label={t.table.export} onClick={() => onAsk('export')}>
        {t.export.start}
      </Button>
      {canDelete && (
        <Button icon="trash" kind="risky" label={t.table.delete} onClick={() => onAsk('delete')}>
          {t.spaces.delete}
        </Button>
      )}
      <IconButton icon="close" label={t.table.clear} onClick={onClear} />
      {asked === 'export' && definition && (
        <Lazy
          load={exportDialog}
          with={{ space: definition, selected: { ...selected, count }, onClose: close }}
        />
      )}
      {asked === 'delete' && (
        <DeleteSelectedDialog
          space={space}
          selected={selected}
          count={count}
          onDeleted={onClear}
          onClose={close}
        />
      )}
    </div>
  );
}
