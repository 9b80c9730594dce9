import { grouped } from '../terminal/words.ts';
import type { TileProgress } from './write-tiles.ts';

const REDRAW_MS = 100;

/** One line on a terminal: `peaks.pmtiles  zoom 7  12 345 tiles`. How many there will be nobody knows. */
export class TileProgressLine {
  readonly progress: TileProgress = { zoom: 0, tiles: 0 };
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(title: string) {
    if (!process.stderr.isTTY) return;
    this.#timer = setInterval(() => {
      const { zoom, tiles } = this.progress;
      const line = `${title}  zoom ${zoom}  ${grouped(tiles)} tiles`;
      process.stderr.write(`\r${line.slice(0, process.stderr.columns - 1)}\x1b[K`);
    }, REDRAW_MS);
    this.#timer.unref();
  }

  end(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    process.stderr.write('\r\x1b[K');
  }
}
