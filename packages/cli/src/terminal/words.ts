/** Numbers, sizes and times as people read them. */

/** 1234567 → `1 234 567`, with spaces that do not break. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
}

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'];

/** 190233 → `190 kB` */
export function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${SIZES[power]}`;
}

/** 74 → `1:14` */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Milliseconds since 1970 → `2026-11-15 07:40` (UTC) */
export function minute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `1 feature`, `2999 features`: for lines that scripts read, too. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

const LINE = 78;

/** `Reads GeoJSON, CSV, …`, in lines that fit a terminal. */
export function listed(verb: string, names: readonly string[]): string {
  const lines = [verb];
  for (const [i, name] of names.entries()) {
    const word = i < names.length - 1 ? `${name},` : name;
    if (lines.at(-1)!.length + word.length + 1 > LINE) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`);
  }
  return lines.join('\n');
}
