export const NAMESPACE = '@ns:com:here:xyz';

export interface Feature {
  type: 'Feature';
  id: string;
  geometry: unknown;
  properties: Record<string, unknown>;
  [member: string]: unknown;
}

export interface Failure {
  id?: string;
  position: number;
  message: string;
}

export interface FeatureCollection {
  type: 'FeatureCollection';
  features: Feature[];
  inserted?: string[];
  updated?: string[];
  deleted?: string[];
  failed?: Failure[];
  partial?: boolean;
  handle?: string;
  nextPageToken?: string;
}

export interface Namespace {
  space: string;
  createdAt: number;
  updatedAt: number;
  tags: string[];
}

export const POINT = { type: 'Point', coordinates: [13.4, 52.5] };

export function feature(id: string, properties: object = {}, members: object = {}) {
  return { type: 'Feature', id, geometry: POINT, properties, ...members };
}

export function point(id: string, longitude: number, latitude: number) {
  return feature(id, {}, { geometry: { type: 'Point', coordinates: [longitude, latitude] } });
}

export function tagged(id: string, ...tags: string[]) {
  return feature(id, { [NAMESPACE]: { tags } });
}

export function collection(...features: unknown[]) {
  return { type: 'FeatureCollection', features };
}

export function namespaceOf(feature: Feature): Namespace {
  return feature.properties[NAMESPACE] as Namespace;
}

/** What the client sent of it: the feature without the namespace that the server adds. */
export function withoutNamespace(feature: Feature): Feature {
  const { [NAMESPACE]: _, ...properties } = feature.properties;
  return { ...feature, properties };
}

export function idsOf(collection: FeatureCollection): string[] {
  return collection.features.map((feature) => feature.id);
}
