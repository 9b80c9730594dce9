/** `a.b` → the member b of the member a, or a member that is called so. */
export function valueAt(properties: object, path: string): unknown {
  return own(properties, path) ?? path.split('.').reduce<unknown>(own, properties);
}

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
