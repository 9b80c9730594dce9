import { isObject, type JsonObject, type Members, type MemberValues, readMembers } from '@meridian/hub';
import type { Schema } from './parameter.ts';

/** A body as it is documented: by content type, what it must be. */
export type DocumentedBody = {
  description: string;
  content: Record<string, Schema>;
  /** What reads its members, where it is an object of them: its schema has these, and no others. */
  members?: Members;
};

/** A JSON body: how it is documented, and how it is read. */
export type JsonBody<T> = DocumentedBody & {
  /** The value, or a fault that names what was sent and what was expected. */
  read(document: unknown): T;
};

/** An object with these members; `schema` documents them, and is made of them. */
export function membersBody<const M extends Members>(
  description: string,
  schema: Schema,
  members: M,
  objectOf: (document: unknown) => JsonObject,
): JsonBody<MemberValues<M>> {
  return {
    description,
    content: { 'application/json': schema },
    members,
    read: (document) => readMembers(members, objectOf(document)),
  };
}

/** For bodies of which one that is no object has no members. */
export function orEmpty(document: unknown): JsonObject {
  return isObject(document) ? document : {};
}
