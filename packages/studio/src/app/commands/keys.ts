import { account } from '../session.ts';
import { allCommands, isPaletteOpen } from './commands.ts';

/** Listens for the keys of commands, until the function it returns is called. */
export function followKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!account.value || event.defaultPrevented || event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) isPaletteOpen.value = true;
      return;
    }
    if (takesKey(event.target, isControl) || document.querySelector('dialog[open]')) return;
    const pressed = `${isControl ? 'ctrl+' : ''}${isControl && event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`;
    const command = allCommands().find(({ keys }) => keys === pressed);
    if (!command) return;
    event.preventDefault();
    command.run();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

/** Text fields need all keys; sliders, check boxes and lists none with Ctrl. */
function takesKey(target: EventTarget | null, isControl: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !hasText(target)))
    return !isControl;
  return target.isContentEditable || ['INPUT', 'TEXTAREA'].includes(target.tagName);
}

function hasText({ type }: HTMLInputElement): boolean {
  return !['range', 'checkbox', 'radio', 'color', 'file', 'button', 'submit', 'reset'].includes(type);
}
