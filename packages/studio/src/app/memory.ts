/** What this browser stores between sessions. Without permission to store, every session starts afresh. */
const PREFIX = 'meridian.';

export function remembered(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Returns whether it could be stored: storage may be full or forbidden. */
export function remember(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Says nothing about anybody: the sign-out leaves it. */
const LANGUAGE = `${PREFIX}language`;

export function forgetAll(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && key !== LANGUAGE) localStorage.removeItem(key);
}
