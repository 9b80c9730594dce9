import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Who removes one entry of a list after another by keys stays among them: the focus goes to the next button that removes one, or where
 * none is left to what adds others. `keepFocus` is called before an entry is removed.
 */
export function useKeptFocus<Root extends HTMLElement>(
  entries: readonly unknown[],
  removers: string,
  otherwise: string,
) {
  const root = useRef<Root>(null);
  const removed = useRef(-1);
  const found = () => [...(root.current?.querySelectorAll<HTMLElement>(removers) ?? [])];
  useLayoutEffect(() => {
    const at = removed.current;
    removed.current = -1;
    if (at < 0) return;
    const left = found().filter((one) => !one.matches(':disabled'));
    const next = left[Math.min(at, left.length - 1)] ?? root.current?.querySelector<HTMLElement>(otherwise);
    next?.focus();
  }, [entries]);
  const keepFocus = () => {
    removed.current = found().indexOf(document.activeElement as HTMLElement);
  };
  return { root, keepFocus };
}
