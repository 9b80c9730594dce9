import { signal } from '@preact/signals';
import { openImport } from '../import/offered.ts';
import { go, type Route } from '../route.ts';
import { account } from '../session.ts';
import { t } from '../strings.ts';
import { nextTheme } from '../theme.ts';
import type { IconName } from '../ui/icon.tsx';

/** Something that can be done, by name or by a key. */
export type Command = {
  label: string;
  kind: 'page' | 'action';
  icon: IconName;
  /** One character, or `ctrl+` and one. */
  keys?: string;
  run: () => void;
};

/** What the screen that is shown can do besides. */
export const screenCommands = signal<readonly Command[]>([]);
export const isPaletteOpen = signal(false);
export const isHelpOpen = signal(false);

const PAGES: readonly [Route, IconName][] = [
  [{ screen: 'spaces' }, 'layers'],
  [{ screen: 'map' }, 'map'],
  [{ screen: 'projects' }, 'bookmark'],
  [{ screen: 'tokens' }, 'key'],
  [{ screen: 'interface' }, 'code'],
  [{ screen: 'account' }, 'person'],
  [{ screen: 'admin' }, 'sliders'],
];

export function allCommands(): Command[] {
  const pages = PAGES.filter(([{ screen }]) => screen !== 'admin' || account.value?.admin).map(
    ([to, icon]): Command => ({ label: t.screens[to.screen], kind: 'page', icon, run: () => go(to) }),
  );
  return [
    ...screenCommands.value,
    ...pages,
    { label: t.commands.importFile, kind: 'action', icon: 'upload', run: () => openImport([]) },
    { label: t.commands.theme, kind: 'action', icon: 'auto', run: nextTheme },
    {
      label: t.commands.shortcuts,
      kind: 'action',
      icon: 'keyboard',
      keys: '?',
      run: () => {
        isHelpOpen.value = true;
      },
    },
  ];
}
