/** Whether `roads`, `roads.shp`, `folder/roads` or `folder/roads.shp` is meant by a name. */
export function isNamed(filename: string, name: string): boolean {
  const [found, named] = [stem(filename), stem(name)];
  return found === named || found.endsWith(`/${named}`);
}

export function stem(name: string): string {
  return name.replace(/\.[^./]*$/, '').toLowerCase();
}
