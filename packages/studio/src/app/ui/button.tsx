import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = {
  children?: ComponentChildren;
  kind?: 'main' | 'plain' | 'quiet' | 'danger' | 'risky';
  icon?: IconName;
  type?: 'button' | 'submit';
  disabled?: boolean;
  pressed?: boolean;
  /** Accessible name, where the text alone does not tell what it acts on. */
  label?: string;
  onClick?: (() => void) | undefined;
};

export function Button({
  children,
  kind = 'plain',
  icon,
  type = 'button',
  pressed,
  label,
  ...rest
}: ButtonProps) {
  return (
    <button type={type} class={`button ${kind}`} aria-pressed={pressed} aria-label={label} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon'> & { icon: IconName; label: string };

/** A button with an icon alone; the label is its name and its hint. */
export function IconButton({
  icon,
  label,
  kind = 'quiet',
  type = 'button',
  pressed,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      class={`icon-button ${kind}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
