import type { ZoomRange } from '@meridian/formats/node';
import { type Command, InvalidArgumentError } from 'commander';
import { WrongUsage } from '../connect.ts';

/** The deepest zoom that TileJSON of a hub names. */
const MAX_ZOOM = 20;

export type ZoomOptions = { minZoom?: number; maxZoom?: number };

export function zoomOptions(command: Command): Command {
  return command
    .option('--min-zoom <zoom>', 'tiles: the first zoom; default: 0', readZoom)
    .option('--max-zoom <zoom>', 'tiles: the last zoom; default: where tiles show every feature', readZoom);
}

export function zoomRangeOf({ minZoom = 0, maxZoom }: ZoomOptions): ZoomRange {
  if (maxZoom !== undefined && minZoom > maxZoom)
    throw new WrongUsage(`--min-zoom ${minZoom} is more than --max-zoom ${maxZoom}`);
  return { minZoom, maxZoom };
}

function readZoom(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > MAX_ZOOM)
    throw new InvalidArgumentError(`a whole number from 0 to ${MAX_ZOOM}.`);
  return Number(text);
}
