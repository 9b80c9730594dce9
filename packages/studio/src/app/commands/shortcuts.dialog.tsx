import { route } from '../route.ts';
import { t } from '../strings.ts';
import { Dialog } from '../ui/dialog.tsx';
import { allCommands, isHelpOpen } from './commands.ts';

/** What can be done with which key, here and now. */
export function ShortcutsDialog() {
  const { keys } = t.commands;
  const ofMap: [string, string][] = [
    ['/', keys.find],
    ['↑ ↓ ← → + −', keys.move],
    ['Enter', keys.finish],
    ['Shift+↑ ↓ ← →', t.editor.shapeKeys.move],
    [', .', t.editor.shapeKeys.turn],
    ['↑ ↓ ← → Home End', t.table.keys.move],
    ['F2, Enter', t.table.keys.edit],
    ['Space, Shift+Space', t.table.keys.select],
    ['Ctrl+A', t.table.keys.selectAll],
    ['Ctrl+C', t.table.keys.copy],
    ['Delete', t.table.keys.delete],
  ];
  const rows: [keys: string, label: string][] = [
    ['Ctrl+K', keys.palette],
    ...allCommands().flatMap(({ keys: own, label }): [string, string][] =>
      own === undefined ? [] : [[written(own), label]],
    ),
    ...(route.value.screen === 'map' ? ofMap : []),
    ['Escape', keys.escape],
  ];
  return (
    <Dialog
      title={t.commands.shortcuts}
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <p class="hint">{t.commands.shortcutsAbout}</p>
      <dl class="shortcuts">
        {rows.map(([key, label]) => (
          <div key={label}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** `ctrl+shift+z` → `Ctrl+Shift+Z` */
export function written(keys: string): string {
  return keys
    .split('+')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
}
