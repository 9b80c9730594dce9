import { computed, effect } from '@preact/signals';
import { unsavedCount } from '../edit/session.ts';
import { runningImports } from '../import/runs.ts';

/** Whether something would be lost with this page. */
export const hasUnsavedWork = computed(() => unsavedCount.value > 0 || runningImports.value > 0);

/** The browser asks before the page is closed or loaded again while something would be lost. */
export function askBeforeUnload(): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  effect(() => {
    if (hasUnsavedWork.value) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}
