import { type Feature, type Geometry, NAMESPACE } from '@meridian/client';

/** What can differ between two states of a feature. */
export type FeatureState = {
  geometry: Geometry | null;
  properties: Record<string, unknown>;
  tags: readonly string[];
};

/** One thing that two states have differently; undefined where one of them does not have it. */
export type Difference =
  | { kind: 'shape' }
  | { kind: 'tags'; before: readonly string[]; after: readonly string[] }
  | { kind: 'property'; name: string; before: unknown; after: unknown };

export function stateOf({ geometry, properties }: Feature): FeatureState {
  const { [NAMESPACE]: namespace, ...own } = properties;
  return { geometry, properties: own, tags: namespace?.tags ?? [] };
}

/** The shape first, then tags, then properties in the order they have. */
export function compareStates(before: FeatureState, after: FeatureState): Difference[] {
  const found: Difference[] = [];
  if (!isSame(before.geometry, after.geometry)) found.push({ kind: 'shape' });
  if (!isSame([...before.tags].sort(), [...after.tags].sort()))
    found.push({ kind: 'tags', before: before.tags, after: after.tags });
  for (const name of new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])) {
    const [was, is] = [own(before.properties, name), own(after.properties, name)];
    if (!isSame(was, is)) found.push({ kind: 'property', name, before: was, after: is });
  }
  return found;
}

/** A property may be called as members are that every object has. */
export function own(properties: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
