import { join } from 'node:path';
import type { Bounds, ZoomRange } from '@meridian/formats/node';
import {
  classesOf,
  openViewer,
  publishedPage,
  publishedStyle,
  type SpaceToPublish,
  type TileCounts,
  tileCountsOf,
} from '@meridian/studio';
import { CLIENT_EXIT_CODES } from '../client-exit-codes.ts';
import { connect, type HubOptions, WrongUsage } from '../connect.ts';
import { printed } from '../json.ts';
import { onStopSignal } from '../stop-signal.ts';
import { plural, size } from '../terminal/words.ts';
import { PROGRAM } from '../version.ts';
import { TileProgressLine } from './progress-line.ts';
import { openPublication, STYLE, writePublished } from './publication-folder.ts';
import { notesOn } from './run-tile-export.ts';
import { TileSource } from './tile-source.ts';
import { type WrittenTiles, writeTiles } from './write-tiles.ts';
import { type ZoomOptions, zoomRangeOf } from './zoom-options.ts';

type PublishOptions = HubOptions &
  ZoomOptions & { title?: string; keepStyle?: boolean; retryTimeout: number };

/** A space whose tiles are written, and those with its counts where its style shows counts. */
type Published = { space: string; tiles: WrittenTiles; counts?: WrittenTiles; hasOthers: boolean };

/** `meridian publish FOLDER SPACE…` */
export async function runPublish(folder: string, ids: string[], options: PublishOptions): Promise<void> {
  const spaces = [...new Set(ids)];
  const range = zoomRangeOf(options);
  for (const space of spaces) fileOf(space);
  const at = connect(options, { retryTimeoutMs: options.retryTimeout });
  openPublication(folder, options.keepStyle === true);
  const abort = new AbortController();
  const keys = onStopSignal(
    () => abort.abort(),
    () => {},
  );
  const written: Published[] = [];
  /** Tiles of a space, or with how many features there are. */
  const write = async (space: string, file: string, zooms: ZoomRange, counts?: TileCounts) => {
    const line = new TileProgressLine(file);
    try {
      const source = new TileSource(at, space, { counts }, abort.signal);
      return await writeTiles(source, join(folder, file), 'pmtiles', zooms, line.progress);
    } finally {
      line.end();
    }
  };
  const hasOthers = async (space: string, client: unknown) => {
    const classes = classesOf(space, client);
    if (!classes) return false;
    const features = at.client.features(space);
    return (await features.count()) > (await features.count({ where: [classes] }));
  };
  try {
    for (const space of spaces) {
      const tiles = await write(space, fileOf(space), range);
      const counts = tileCountsOf(space, tiles.facts.client);
      const { minZoom, maxZoom } = tiles;
      written.push({
        space,
        tiles,
        hasOthers: await hasOthers(space, tiles.facts.client),
        ...(counts ? { counts: await write(space, countsFileOf(space), { minZoom, maxZoom }, counts) } : {}),
      });
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    process.exitCode = CLIENT_EXIT_CODES.interrupted.code;
    return void process.stderr.write('Stopped; the page was not written.\n');
  } finally {
    keys.release();
  }
  await writePage(folder, written, options);
  report(folder, written, options);
}

async function writePage(
  folder: string,
  written: readonly Published[],
  { title, keepStyle }: PublishOptions,
): Promise<void> {
  const spaces = written.map(({ space, tiles: { facts }, counts, hasOthers }): SpaceToPublish => {
    const { name, description, attribution, license, client } = facts;
    return {
      id: space,
      title: name,
      ...(description === undefined ? {} : { description }),
      ...(attribution === undefined ? {} : { attribution }),
      ...(license === undefined ? {} : { license }),
      file: fileOf(space),
      ...(counts ? { counts: { file: countsFileOf(space), maxZoom: counts.maxZoom } } : {}),
      client,
      hasOthers,
    };
  });
  const named = title ?? spaces.map((space) => space.title).join(', ');
  const bounds = written.map(({ tiles: { facts } }) => facts.bounds).reduce(around);
  for (const { name, body } of await openViewer()) writePublished(folder, join('assets', name), body);
  if (!keepStyle) {
    const style = publishedStyle({ title: named, bounds, spaces, generator: PROGRAM });
    writePublished(folder, STYLE, `${JSON.stringify(style, undefined, 2)}\n`);
  }
  writePublished(folder, 'index.html', publishedPage(named));
}

/** Ids of spaces may have characters that are none in names of files, or none in paths. */
function fileOf(space: string): string {
  if (!/^[\w-][\w.-]{0,199}$/.test(space))
    throw new WrongUsage(`the id ${space} can't be the name of a file: only letters, digits, . _ and - can`);
  return `${space}.pmtiles`;
}

function countsFileOf(space: string): string {
  return fileOf(space).replace(/pmtiles$/, 'counts.pmtiles');
}

function around(a: Bounds, b: Bounds): Bounds {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function report(folder: string, written: readonly Published[], { json }: PublishOptions): void {
  for (const { space, tiles } of written)
    for (const note of notesOn(space, tiles)) process.stderr.write(`${note}\n`);
  const spaces = written.map(({ space, tiles: { tiles, bytes, maxZoom } }) => ({
    space,
    tiles,
    bytes,
    maxZoom,
  }));
  if (json) return void process.stdout.write(printed({ folder, spaces }));
  for (const { space, tiles, bytes, maxZoom } of spaces)
    process.stdout.write(
      `${join(folder, fileOf(space))}: ${plural(tiles, 'tile')}, zoom 0 to ${maxZoom}, ${size(bytes)}.\n`,
    );
  process.stdout.write(`Put the folder ${folder} on a web server and open its index.html there.\n`);
}
