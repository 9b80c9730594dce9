import { Map as MapLibre, type MapSourceDataEvent } from 'maplibre-gl';

/** A map whose frames can be held back: MapLibre draws one for each tile that arrives, however many are still to come. */
export class StudioMap extends MapLibre {
  /** Has no value at first: frames are asked for before fields have theirs. */
  declare private isHeld: boolean | undefined;
  #endHold: (() => void) | undefined;

  override triggerRepaint(): void {
    if (!this.isHeld) super.triggerRepaint();
  }

  /**
   * Draws no frame until the tiles of a source are there that it is about to load, but no longer than so many milliseconds: what is
   * drawn before is drawn again for each tile, and takes the time that laying them out needs. The next frame is drawn where it has to
   * apply what was changed of layers.
   */
  holdFrames(source: string, longestMs: number, { isNextDrawn }: { isNextDrawn: boolean }): void {
    this.#endHold?.();
    const isLoading = () => this.getSource(source) !== undefined && !this.isSourceLoaded(source);
    const stop = () => {
      clearTimeout(longest);
      this.off('render', begin).off('sourcedata', look).off('movestart', end).off('remove', stop);
      this.#endHold = undefined;
    };
    const end = () => {
      stop();
      if (!this.isHeld) return;
      this.isHeld = false;
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
    const longest = setTimeout(end, longestMs);
    if (isNextDrawn) this.on('render', begin);
    else this.isHeld = true;
    this.on('sourcedata', look);
    this.on('movestart', end);
    this.on('remove', stop);
    this.#endHold = end;
  }
}
