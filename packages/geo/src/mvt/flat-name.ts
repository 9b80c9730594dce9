/** Attributes that tiles have of their own, which features cannot have. */
export const OWN_NAMES: readonly string[] = ['id', 'point_count'];

export function isOwnName(name: string): boolean {
  return OWN_NAMES.includes(name);
}

/** Longer names of objects and lists are not put before the names of what is in them. */
const MAX_PREFIX_CHARS = 256;

/**
 * Whether what is in an object or list gets dotted names of its own (`a.b`, `list.0`). Below a very long name it does not:
 * the name would be repeated for every member, and what is written would grow with the square of what was sent.
 */
export function isTakenApart(name: string): boolean {
  return name.length <= MAX_PREFIX_CHARS;
}
