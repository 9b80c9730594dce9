import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

type TakeFiles = (files: readonly File[]) => void;

const isOver = signal(false);
/** What the screen does with files itself. */
let takeHere: TakeFiles | undefined;

/**
 * Takes files wherever in the window they are dropped, unless the screen does: the browser would open them instead of the studio.
 * Called again to end it.
 */
export function followDrops(takeFiles: TakeFiles): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  addEventListener(
    'dragover',
    (event) => {
      event.preventDefault();
      isOver.value = true;
    },
    { signal },
  );
  addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (relatedTarget === null) isOver.value = false;
    },
    { signal },
  );
  addEventListener(
    'drop',
    (event) => {
      isOver.value = false;
      // The map has taken them.
      if (event.defaultPrevented) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) (takeHere ?? takeFiles)(files);
    },
    { signal },
  );
  return () => ending.abort();
}

/** A page that shows that files can be dropped onto it. */
export function DropZone({ onFiles, children }: { onFiles: TakeFiles; children: ComponentChildren }) {
  useEffect(() => {
    takeHere = onFiles;
    return () => {
      if (takeHere === onFiles) takeHere = undefined;
    };
  }, [onFiles]);
  return <section class={isOver.value ? 'page dropping' : 'page'}>{children}</section>;
}
