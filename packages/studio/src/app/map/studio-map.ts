import { Map as MapLibre, type MapOptions, type MapSourceDataEvent } from 'maplibre-gl';

/** So often, and so many times, is what has arrived drawn where the rest takes long; then with every tile. */
const SHOWN_EVERY_MS = 400;
const SHOWN_TIMES = 4;

/**
 * A map that draws no more frames than show something new. MapLibre draws one to apply what was changed of layers, and one for each tile
 * that is laid out by it, however many are still to come.
 */
export class StudioMap extends MapLibre {
  // Without values at first: frames are asked for before fields have theirs.
  declare private isHeld: boolean | undefined;
  /** Whether a frame was asked for by something else than a change whose tiles are to be laid out first. */
  declare private isDue: boolean | undefined;
  /** Whether a frame was asked for since the last one, also while they are held. */
  declare private isAwaited: boolean | undefined;
  declare private isDrawn: boolean | undefined;
  declare private isChanging: boolean | undefined;
  /** Ends without a frame. */
  #stopHold: (() => void) | undefined;

  constructor(options: MapOptions) {
    super(options);
    const { painter } = this;
    const draw = painter.render.bind(painter);
    // A frame in which nothing is drawn leaves the canvas as it was.
    painter.render = (...frame) => {
      this.isChanging = false;
      if (this.isDrawn) draw(...frame);
    };
  }

  override _render(startedAt: number): this {
    this.isDrawn = this.isDue;
    this.isAwaited = false;
    this.isDue = false;
    // What such a frame applies asks for others.
    this.isChanging = !this.isDrawn;
    try {
      return super._render(startedAt);
    } finally {
      this.isChanging = false;
    }
  }

  override triggerRepaint(): void {
    this.isAwaited = true;
    if (this.isHeld) return;
    if (!this.isChanging) this.isDue = true;
    super.triggerRepaint();
  }

  override redraw(): this {
    this.isDue = true;
    return super.redraw();
  }

  /**
   * Changes layers of a source, and draws nothing for so many milliseconds until its tiles are laid out again: what is
   * drawn before is drawn again for each tile, and takes the time that laying them out needs. Then it draws less often.
   */
  changeHeld(source: string, longestMs: number, change: () => void): void {
    this.#stopHold?.();
    this.isChanging = true;
    try {
      change();
      // What was changed is applied by a frame.
      this.triggerRepaint();
    } finally {
      this.isChanging = false;
    }
    this.#hold(source, longestMs, true);
  }

  /** The same while a source gets the tiles that it is about to load. */
  holdFrames(source: string, longestMs: number): void {
    this.#hold(source, longestMs, false);
  }

  #hold(source: string, longestMs: number, isNextNeeded: boolean): void {
    const wasHeld = this.isHeld;
    this.#stopHold?.();
    if (wasHeld) this.triggerRepaint();
    const isLoading = () => this.getSource(source) !== undefined && !this.isSourceLoaded(source);
    const stop = () => {
      clearTimeout(longest);
      this.off('render', begin).off('sourcedata', look).off('movestart', end).off('remove', stop);
      this.#stopHold = undefined;
      this.isHeld = false;
    };
    const end = () => {
      stop();
      this.triggerRepaint();
    };
    // Before the first tile is asked for again, a source says that it has all.
    const look = ({ tile }: MapSourceDataEvent) => {
      if (this.isHeld && tile && !isLoading()) end();
    };
    const begin = () => {
      if (!isLoading()) return end();
      this.off('render', begin);
      this.isHeld = true;
    };
    // Then it shows now and again what there is.
    let times = 0;
    const show = () => {
      if (times++ === SHOWN_TIMES || !isLoading()) return end();
      if (this.isAwaited) {
        this.isHeld = false;
        this.triggerRepaint();
        this.isHeld = true;
      }
      longest = setTimeout(show, SHOWN_EVERY_MS);
    };
    let longest = setTimeout(show, longestMs);
    if (isNextNeeded) this.on('render', begin);
    else this.isHeld = true;
    this.on('sourcedata', look);
    this.on('movestart', end);
    this.on('remove', stop);
    this.#stopHold = stop;
  }
}
