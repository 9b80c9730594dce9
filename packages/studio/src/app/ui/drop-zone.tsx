import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A page onto which files can be dropped. */
export function DropZone({
  onFiles,
  children,
}: {
  onFiles: (files: readonly File[]) => void;
  children: ComponentChildren;
}) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; a button beside it does the same
    <section
      class={isOver ? 'page dropping' : 'page'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) onFiles(files);
      }}
    >
      {children}
    </section>
  );
}
