import { computed, effect, signal } from '@preact/signals';
import { remember, remembered } from './memory.ts';

export type ThemeChoice = 'auto' | 'light' | 'dark';

const CHOICES: readonly ThemeChoice[] = ['auto', 'light', 'dark'];
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(prefersDark.matches);

export const themeChoice = signal<ThemeChoice>(
  CHOICES.find((choice) => choice === remembered('theme')) ?? 'auto',
);

/** What is shown: the choice, or what the system says. */
export const theme = computed<'light' | 'dark'>(() =>
  themeChoice.value === 'auto' ? (systemIsDark.value ? 'dark' : 'light') : themeChoice.value,
);

export function nextTheme(): void {
  themeChoice.value = CHOICES[(CHOICES.indexOf(themeChoice.value) + 1) % CHOICES.length]!;
  remember('theme', themeChoice.value);
}

export function followTheme(): void {
  prefersDark.addEventListener('change', ({ matches }) => {
    systemIsDark.value = matches;
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}
