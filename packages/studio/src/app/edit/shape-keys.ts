import type { Push } from './shape-tools.tsx';

const ARROWS: Readonly<Record<string, Push>> = {
  ArrowLeft: { right: -1, up: 0 },
  ArrowRight: { right: 1, up: 0 },
  ArrowUp: { right: 0, up: 1 },
  ArrowDown: { right: 0, up: -1 },
};
const FAR = 10;
const TURNS: Readonly<Record<string, number>> = { Comma: -1, Period: 1 };
const FAR_DEGREES = 15;

/** What a key does to the shape that is selected: Shift+arrow moves it, comma and full stop turn it. */
export function shapeKey(event: KeyboardEvent): { push: Push } | { turn: number } | undefined {
  const { key, code, shiftKey, altKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  const arrow = ARROWS[key];
  if (arrow && shiftKey && !altKey) {
    const times = isControl ? FAR : 1;
    return { push: { right: arrow.right * times, up: arrow.up * times } };
  }
  const turn = TURNS[code];
  if (turn === undefined || isControl || altKey) return undefined;
  return { turn: turn * (shiftKey ? FAR_DEGREES : 1) };
}
