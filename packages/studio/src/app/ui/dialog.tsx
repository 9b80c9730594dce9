import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../strings.ts';
import { IconButton } from './button.tsx';

type DialogProps = {
  title: string;
  children: ComponentChildren;
  onClose: () => void;
  /** As a form: called when it is sent. */
  onSubmit?: () => void;
  isWide?: boolean;
};

/** On top of everything; the browser keeps the focus inside, and Escape closes it. */
export function Dialog({ title, children, onClose, onSubmit, isWide }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  const content = (
    <>
      <header>
        <h2 id={heading}>{title}</h2>
        <IconButton icon="close" label={t.close} onClick={onClose} />
      </header>
      {children}
    </>
  );
  return (
    <dialog
      ref={element}
      class={isWide ? 'wide' : ''}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {onSubmit ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  );
}

export function DialogActions({ children }: { children: ComponentChildren }) {
  return <footer class="actions">{children}</footer>;
}
