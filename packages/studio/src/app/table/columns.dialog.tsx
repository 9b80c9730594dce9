import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { CheckField } from '../ui/field.tsx';
import { formatCount, formatValue } from '../ui/format.ts';
import { chooseColumns, columnsOf, hasChosenColumns, MAX_COLUMNS, possibleColumns } from './columns.ts';

/** Which columns a table has, and in which order. Takes effect at once. */
export function ColumnsDialog({ space, onClose }: { space: string; onClose: () => void }) {
  const shown = columnsOf(space);
  const others = possibleColumns(space).filter((name) => !shown.includes(name));
  const isFull = shown.length >= MAX_COLUMNS;
  const swap = (at: number, by: -1 | 1) =>
    chooseColumns(space, shown.with(at, shown[at + by]!).with(at + by, shown[at]!));
  return (
    <Dialog title={t.table.columns.title} onClose={onClose}>
      <p class="hint">{t.table.columns.about}</p>
      <fieldset class="columns">
        <legend>{t.table.columns.shown}</legend>
        {shown.map((name, at) => (
          <div key={name}>
            <CheckField
              label={formatValue(name, 60)}
              checked
              onChange={() =>
                chooseColumns(
                  space,
                  shown.filter((one) => one !== name),
                )
              }
            />
            <IconButton
              icon="up"
              label={t.table.columns.up(formatValue(name, 60))}
              disabled={at === 0}
              onClick={() => swap(at, -1)}
            />
            <IconButton
              icon="down"
              label={t.table.columns.down(formatValue(name, 60))}
              disabled={at === shown.length - 1}
              onClick={() => swap(at, 1)}
            />
          </div>
        ))}
      </fieldset>
      {isFull && <p class="hint">{t.table.columns.tooMany(formatCount(MAX_COLUMNS))}</p>}
      {others.length > 0 && !isFull && (
        <fieldset class="columns">
          <legend>{t.table.columns.others}</legend>
          {others.map((name) => (
            <CheckField
              key={name}
              label={formatValue(name, 60)}
              checked={false}
              onChange={() => chooseColumns(space, [...shown, name])}
            />
          ))}
        </fieldset>
      )}
      <DialogActions>
        <Button disabled={!hasChosenColumns(space)} onClick={() => chooseColumns(space, undefined)}>
          {t.table.columns.reset}
        </Button>
        <Button kind="main" onClick={onClose}>
          {t.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
