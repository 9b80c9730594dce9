import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

export type MenuEntry =
  | { label: string; icon?: IconName; isDanger?: boolean; onChoose: () => void }
  | { label: string; icon?: IconName; href: string };

/** A button that shows a list of things to do. */
export function Menu({
  label,
  icon,
  entries,
  text,
}: {
  label: string;
  icon: IconName;
  entries: readonly MenuEntry[];
  text?: string;
}) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = element.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        menu.open = false;
        menu.querySelector('summary')?.focus();
      } else if (!menu.contains(event.target as Node)) menu.open = false;
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, []);
  const choose = (entry: MenuEntry) => () => {
    element.current!.open = false;
    if ('onChoose' in entry) entry.onChoose();
  };
  return (
    <details
      class="menu"
      ref={element}
      onToggle={({ currentTarget }) => {
        // What would open below the edge of the page is scrolled into it.
        if (currentTarget.open) currentTarget.querySelector('ul')?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary class={text ? 'button plain' : 'icon-button quiet'} aria-label={label} title={label}>
        <Icon name={icon} />
        {text}
      </summary>
      <ul>
        {entries.map((entry) => (
          <li key={entry.label}>
            {'href' in entry ? (
              <a href={entry.href} onClick={choose(entry)}>
                {entry.icon && <Icon name={entry.icon} />}
                {entry.label}
              </a>
            ) : (
              <button type="button" class={entry.isDanger ? 'danger' : ''} onClick={choose(entry)}>
                {entry.icon && <Icon name={entry.icon} />}
                {entry.label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
