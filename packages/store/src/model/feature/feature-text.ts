import type { Geometry } from '@meridian/geo';
import { parseStored } from '../json/exact-json.ts';
import { isObject, type JsonObject } from '../json/own.ts';
import { type Feature, NAMESPACE, type Revision, type Stamp } from './feature.ts';

/**
 * A feature as it is stored and served, with the offsets of its parts (in UTF-16 units), so that geometry or
 * properties can be taken out without parsing the rest:
 * `{"type":"Feature","id":"x","geometry":GEOMETRY,"properties":PROPERTIES,FOREIGN}`
 */
export type FeatureText = {
  text: string;
  geometryStart: number;
  propertiesStart: number;
  propertiesEnd: number;
};

const PROPERTIES_MEMBER = ',"properties":';

export function writeFeatureText(feature: Feature, stamp: Stamp): FeatureText {
  const head = `{"type":"Feature","id":${JSON.stringify(feature.id)},"geometry":`;
  const { parts } = feature;
  const geometry = parts ? parts.geometry : JSON.stringify(feature.geometry);
  const properties = writeProperties(feature, stamp);
  const foreign = parts ? '{}' : JSON.stringify(feature.foreign);
  const propertiesStart = head.length + geometry.length + PROPERTIES_MEMBER.length;
  const tail = foreign === '{}' ? '}' : `,${foreign.slice(1)}`;
  return {
    text: head + geometry + PROPERTIES_MEMBER + properties + tail,
    geometryStart: head.length,
    propertiesStart,
    propertiesEnd: propertiesStart + properties.length,
  };
}

function writeProperties(feature: Feature, stamp: Stamp): string {
  const own = feature.parts ? feature.parts.properties : JSON.stringify(feature.properties);
  const namespace = `"${NAMESPACE}":{"space":${JSON.stringify(stamp.space)},"createdAt":${stamp.createdAt},"updatedAt":${stamp.updatedAt}${stamp.revision ? revisionText(stamp.revision) : ''},"tags":${JSON.stringify(feature.tags)}}}`;
  return own === '{}' ? `{${namespace}` : `${own.slice(0, -1)},${namespace}`;
}

/** `,"version":3,"uuid":"…"`: what there is of them. */
function revisionText({ version, uuid, puuid, muuid }: Revision): string {
  const text = JSON.stringify({ version, uuid, puuid, muuid }).slice(1, -1);
  return text === '' ? '' : `,${text}`;
}

/** The state of a feature that a version deleted: with that version, and saying so. */
export function deletedText(stored: FeatureText, version: number): FeatureText {
  const properties = parseProperties(stored);
  const namespace = properties[NAMESPACE];
  const described = { ...(isObject(namespace) ? namespace : {}), version, deleted: true };
  const text = JSON.stringify({ ...properties, [NAMESPACE]: described });
  return {
    ...stored,
    text: stored.text.slice(0, stored.propertiesStart) + text + stored.text.slice(stored.propertiesEnd),
    propertiesEnd: stored.propertiesStart + text.length,
  };
}

export function geometryText(stored: FeatureText): string {
  return stored.text.slice(stored.geometryStart, stored.propertiesStart - PROPERTIES_MEMBER.length);
}

export function propertiesText(stored: FeatureText): string {
  return stored.text.slice(stored.propertiesStart, stored.propertiesEnd);
}

const NAMESPACE_MEMBER = `"${NAMESPACE}":{`;

/** Properties without the namespace: it is always the last of them, and no text in it has a quote that is not escaped. */
export function ownPropertiesText(stored: FeatureText): string {
  const start = stored.text.lastIndexOf(NAMESPACE_MEMBER, stored.propertiesEnd);
  return start === stored.propertiesStart + 1
    ? '{}'
    : `${stored.text.slice(stored.propertiesStart, start - 1)}}`;
}

/** Properties as served: with the namespace. */
export function parseProperties(stored: FeatureText): JsonObject {
  return parseStored(propertiesText(stored)) as JsonObject;
}

/** With every member of the geometry as it was sent. */
export function parseGeometry(stored: FeatureText): Geometry | null {
  return parseStored(geometryText(stored)) as Geometry | null;
}

/** The members beside type, id, geometry and properties. */
export function parseForeign(stored: FeatureText): JsonObject {
  const tail = stored.text.slice(stored.propertiesEnd + 1);
  return tail === '' ? {} : (parseStored(`{${tail}`) as JsonObject);
}

/** The way back: takes a stored text apart into what the client said, and the revision of this state. */
export function readFeatureText(id: string, stored: FeatureText): { feature: Feature; revision: Revision } {
  const { [NAMESPACE]: namespace, ...properties } = parseProperties(stored);
  const { tags, version, uuid, puuid, muuid } = (isObject(namespace) ? namespace : {}) as Revision &
    JsonObject;
  const feature = {
    id,
    geometry: parseGeometry(stored),
    properties,
    tags: Array.isArray(tags) ? (tags as string[]) : [],
    foreign: parseForeign(stored),
  };
  return { feature, revision: { version, uuid, puuid, muuid } as Revision };
}
