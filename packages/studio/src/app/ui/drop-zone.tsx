import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A page onto which a file can be dropped. */
export function DropZone({
  onFile,
  children,
}: {
  onFile: (file: File) => void;
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
        const [file] = event.dataTransfer?.files ?? [];
        if (file) onFile(file);
      }}
    >
      {children}
    </section>
  );
}
