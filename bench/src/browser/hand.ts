import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

/** As Chromium's protocol has it. */
export type Movement = {
  type: 'mousePressed' | 'mouseMoved' | 'mouseReleased' | 'mouseWheel';
  x: number;
  y: number;
  button?: 'left';
  buttons?: number;
  clickCount?: number;
  deltaX?: number;
  deltaY?: number;
};

/** The hand at the mouse: real input, which the page may take its time for, but not for ever. */
export class Hand {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Waits until the page has seen it, but no longer than so many milliseconds: it may be busy drawing. */
  async does(movements: readonly Movement[], patience: number): Promise<void> {
    const seen = movements.map((movement) =>
      // What the page has not seen when the browser is closed needs no response.
      this.#session.send('Input.dispatchMouseEvent', movement).catch(() => undefined),
    );
    await Promise.race([Promise.all(seen), pause(patience)]);
  }
}
