import { useEffect, useLayoutEffect } from 'preact/hooks';
import { type Command, screenCommands } from '../commands/commands.ts';
import { toggleFollowing, toggleSnapping } from '../edit/snap-state.ts';
import { t } from '../strings.ts';
import { PANEL_NAMES, type PanelName, panelOf, panelTitle } from './panels.ts';
import { refresh } from './state.ts';
import { canRedo, canUndo, redo, undo } from './undo.ts';

type Actions = {
  onTable: (() => void) | undefined;
  onPanel: () => void;
  onEdit: (() => void) | undefined;
  onPicture: (() => void) | undefined;
  onPanelOver: (name: PanelName) => void;
  canOpen: (name: PanelName) => boolean;
  /** Shows or hides where tiles end, what they are called and how large they are. */
  onTiles: (() => void) | undefined;
  /** Then undo and redo are those of the editor. */
  isEditing: boolean;
};

/** What the map can do, for the command palette and by keys. */
export function useMapCommands(actions: Actions): void {
  const { onTable, onPanel, onEdit, onPicture, onPanelOver, canOpen, onTiles, isEditing } = actions;
  // At once with what is shown: who sees a change may take it back.
  useLayoutEffect(() => {
    const action = (
      label: string,
      icon: Command['icon'],
      keys: string,
      run: (() => void) | undefined,
    ): Command[] => (run ? [{ label, kind: 'action', icon, keys, run }] : []);
    screenCommands.value = [
      ...action(t.commands.layers, 'layers', 'l', onPanel),
      ...action(t.commands.table, 'table', 't', onTable),
      ...action(t.commands.edit, 'pencil', 'e', onEdit),
      ...PANEL_NAMES.flatMap((name) => {
        const { icon, keys } = panelOf(name);
        return action(panelTitle(name), icon, keys, canOpen(name) ? () => onPanelOver(name) : undefined);
      }),
      ...action(t.editor.snap, 'magnet', 's', isEditing ? toggleSnapping : undefined),
      ...action(t.editor.follow, 'follow', 'b', isEditing ? toggleFollowing : undefined),
      ...action(t.commands.picture, 'picture', 'p', onPicture),
      ...action(t.commands.refresh, 'refresh', 'r', refresh),
      ...action(t.commands.tiles, 'table', 'g', onTiles),
      ...action(t.commands.undo, 'undo', 'ctrl+z', !isEditing && canUndo.value ? undo : undefined),
      ...action(t.commands.redo, 'redo', 'ctrl+shift+z', !isEditing && canRedo.value ? redo : undefined),
    ];
  });
  useEffect(
    () => () => {
      screenCommands.value = [];
    },
    [],
  );
}
