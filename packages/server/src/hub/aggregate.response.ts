import type { FeatureStream } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { JSON_TYPE, type Response } from '../http/response/response.ts';
import { writeCursor } from '../parameters/aggregate.ts';

/** The response of every aggregate. */
export function aggregateResponse(stream: FeatureStream): Response {
  return {
    status: 200,
    headers: { 'Content-Type': JSON_TYPE },
    body: {
      head: '{"type":"Aggregate","groups":[',
      stream,
      tail({ aggregate }) {
        const { count, groupCount, after } = aggregate!;
        const handle = after ? `,"handle":${JSON.stringify(writeCursor(after))}` : '';
        return `],"count":${count},"groupCount":${groupCount}${handle}}`;
      },
    },
  };
}

/** Opens the spaces that an aggregate groups by, and knows afterwards which they were. */
export function referencedSpaces({ hub, caller }: Context) {
  const opened: ReturnType<typeof hub.features.openReference>[] = [];
  return {
    spaceOf(id: string) {
      const space = hub.features.openReference(caller, id);
      opened.push(space);
      return space;
    },
    add(space: (typeof opened)[number]) {
      opened.push(space);
    },
    /** Their states, as a part of an ETag. */
    async etagPart(): Promise<string> {
      const contents = await Promise.all(opened.map((space) => space.content()));
      return contents
        .map(({ version }, i) => `-${opened[i]!.info.serial.toString(36)}-${version.toString(36)}`)
        .join('');
    },
  };
}
