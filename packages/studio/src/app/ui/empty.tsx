import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** What stands where there is nothing yet. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
