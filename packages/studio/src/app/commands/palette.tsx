import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { loadSpaces, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { attempt } from '../ui/notices.tsx';
import { isPaletteOpen } from './commands.ts';
import { type Entry, type Found, findKnown, findMore } from './find-everything.ts';

const PAUSE_MS = 250;
const LEAST_LETTERS = 2;

/** One box for pages, actions, spaces, features and places. */
export function Palette() {
  const [text, setText] = useState('');
  const [more, setMore] = useState<Found & { text: string }>();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const wanted = text.trim();
  const isAsking = wanted.length >= LEAST_LETTERS;
  useEffect(() => {
    if (!spaces.value) void attempt(loadSpaces);
  }, []);
  useEffect(() => {
    setAt(0);
    if (!isAsking) return setMore(undefined);
    const running = new AbortController();
    const paused = setTimeout(() => {
      void findMore(wanted, running.signal).then((found) => {
        if (!running.signal.aborted) setMore({ text: wanted, ...found });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(paused);
      running.abort();
    };
  }, [wanted]);
  const found = more?.text === wanted ? more : undefined;
  const entries = [...findKnown(wanted), ...(found?.entries ?? [])];
  const status = (): string => {
    if (isAsking && !found) return t.commands.looking;
    if (found?.isFailed) return t.commands.failed;
    return entries.length === 0 ? t.commands.none : '';
  };
  const close = () => {
    isPaletteOpen.value = false;
  };
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(entries[at]);
    } else if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      const next = (at + step + entries.length) % entries.length;
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
  };
  return (
    <Dialog title={t.commands.palette} onClose={close}>
      <input
        class="palette-input"
        autoFocus
        type="text"
        role="combobox"
        aria-label={t.commands.input}
        placeholder={t.commands.input}
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? id : undefined}
        aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {entries.length > 0 && (
        <div class="palette" role="listbox" id={id} aria-label={t.commands.results} ref={list}>
          {entries.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the focus and the keys
            <div
              key={entry.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => choose(entry)}
            >
              <Icon name={entry.icon} />
              <span>{entry.label}</span>
              <span class="muted">{entry.note}</span>
            </div>
          ))}
        </div>
      )}
      <p class="hint" role="status">
        {status()}
      </p>
    </Dialog>
  );
}
