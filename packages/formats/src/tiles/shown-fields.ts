/** The attributes that tiles have where only these properties were selected; `id` and `point_count` are always there. */
export function shownFields(
  fields: Record<string, string>,
  selected: readonly string[] | undefined,
): Record<string, string> {
  if (!selected) return fields;
  const isShown = (key: string) =>
    key === 'id' ||
    key === 'point_count' ||
    selected.some((name) => key === name || key.startsWith(`${name}.`));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => isShown(key)));
}
