import { join } from 'node:path';
import type { Bounds } from '@meridian/formats/node';
import { openViewer, publishedPage, publishedStyle, type SpaceToPublish } from '@meridian/studio';
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
  const written: [space: string, tiles: WrittenTiles][] = [];
  try {
    for (const space of spaces) {
      const line = new TileProgressLine(fileOf(space));
      try {
        const source = new TileSource(at, space, {}, abort.signal);
        const path = join(folder, fileOf(space));
        written.push([space, await writeTiles(source, path, 'pmtiles', range, line.progress)]);
      } finally {
        line.end();
      }
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
  written: readonly [space: string, tiles: WrittenTiles][],
  { title, keepStyle }: PublishOptions,
): Promise<void> {
  const spaces = written.map(([id, { facts }]): SpaceToPublish => {
    const { name, description, attribution, license, client } = facts;
    return {
      id,
      title: name,
      ...(description === undefined ? {} : { description }),
      ...(attribution === undefined ? {} : { attribution }),
      ...(license === undefined ? {} : { license }),
      file: fileOf(id),
      client,
    };
  });
  const named = title ?? spaces.map((space) => space.title).join(', ');
  const bounds = written.map(([, { facts }]) => facts.bounds).reduce(around);
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

function around(a: Bounds, b: Bounds): Bounds {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function report(
  folder: string,
  written: readonly [space: string, tiles: WrittenTiles][],
  { json }: PublishOptions,
): void {
  for (const [space, tiles] of written)
    for (const note of notesOn(space, tiles)) process.stderr.write(`${note}\n`);
  const spaces = written.map(([space, { tiles, bytes, maxZoom }]) => ({ space, tiles, bytes, maxZoom }));
  if (json) return void process.stdout.write(printed({ folder, spaces }));
  for (const { space, tiles, bytes, maxZoom } of spaces)
    process.stdout.write(
      `${join(folder, fileOf(space))}: ${plural(tiles, 'tile')}, zoom 0 to ${maxZoom}, ${size(bytes)}.\n`,
    );
  process.stdout.write(`Put the folder ${folder} on a web server and open its index.html there.\n`);
}
