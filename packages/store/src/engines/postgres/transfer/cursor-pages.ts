import type { Session } from '../session.ts';

let opened = 0;

/** The rows of a statement inside the session's transaction, some at a time. */
export async function* cursorPages<T>(session: Session, sql: string, step: number): AsyncGenerator<T[]> {
  const cursor = `moving_${++opened}`;
  await session.once(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const page = await session.once<T>(`FETCH ${step} FROM ${cursor}`);
    if (page.length > 0) yield page;
    if (page.length < step) break;
  }
  await session.once(`CLOSE ${cursor}`);
}
