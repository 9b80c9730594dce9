import type { Project } from '@meridian/hub';
import { JSON_TYPE, type Response } from '../http/response/response.ts';

/** A project as it is stored: its text is sent as it is. */
export function projectResponse({ text }: Project): Response {
  return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: text };
}

/** Changes with every change of the project, and with its being created again. */
export function projectETag({ serial, revision }: Project): string {
  return `"p${serial.toString(36)}-${revision.toString(36)}"`;
}
