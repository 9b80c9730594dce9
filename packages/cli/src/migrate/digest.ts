import { hash } from 'node:crypto';
import { type Feature, type FeatureInput, NAMESPACE } from '@meridian/client';
import { isExactNumber } from '@meridian/formats';

/** What a hub makes of every feature itself, and what is not stored. */
const NOT_COPIED = ['bbox', 'type'];

/** A feature as it is written to another hub: without what belongs to the hub that it comes from. */
export function copyOf({ properties, geometry, ...feature }: Feature): FeatureInput {
  const { [NAMESPACE]: namespace, ...own } = properties ?? {};
  const { tags = [] } = (namespace ?? {}) as { tags?: string[] };
  const rest = Object.entries(feature).filter(([name]) => !NOT_COPIED.includes(name));
  return {
    ...Object.fromEntries(rest),
    type: 'Feature',
    id: feature.id,
    geometry: geometry ?? null,
    properties: { ...own, [NAMESPACE]: { tags } },
  } as FeatureInput;
}

/** Of any number of features, in whatever order they come: their number, and the sum of their checksums. */
export class Digest {
  count: number;
  #sum: bigint;

  constructor({ count, sum }: { count: number; sum: string } = { count: 0, sum: '0' }) {
    this.count = count;
    this.#sum = BigInt(`0x${sum}`);
  }

  get sum(): string {
    return this.#sum.toString(16);
  }

  add(feature: FeatureInput): void {
    this.count++;
    const checksum = BigInt(`0x${hash('sha256', canonicalFeature(feature), 'hex').slice(0, 32)}`);
    this.#sum = BigInt.asUintN(128, this.#sum + checksum);
  }

  equals(other: Digest): boolean {
    return this.count === other.count && this.sum === other.sum;
  }
}

/** The same text for features that say the same: whatever the order of members and tags, and whether a height of 0 is there. */
export function canonicalFeature({ geometry, properties, ...feature }: FeatureInput): string {
  const { [NAMESPACE]: namespace, ...own } = (properties ?? {}) as Record<string, unknown>;
  const { tags = [] } = (namespace ?? {}) as { tags?: string[] };
  return canonical({ ...feature, geometry: flat(geometry ?? null), properties: own, tags: tags.toSorted() });
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return JSON.stringify(value) ?? '';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

/** Hubs of the old service add a height of 0 where there is none. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isPosition = value.length === 3 && value.every((number) => typeof number === 'number');
    return isPosition && value[2] === 0 ? value.slice(0, 2) : value.map(flat);
  }
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (name === 'bbox' ? [] : [[name, flat(member)]])),
  );
}
