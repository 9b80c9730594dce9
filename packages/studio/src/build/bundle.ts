import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, type Metafile, type OutputFile, stop } from 'esbuild';
import { landSvg } from './land.ts';
import { SOURCE, SQLITE } from './source.ts';
import { openWorld } from './world/open-world.ts';

/** A built file: its name, and what it contains. */
export type BuiltFile = { name: string; body: Uint8Array };

export type Bundle = {
  files: BuiltFile[];
  /** Names of the files that the page loads, or that its scripts need to know. */
  script: string;
  /** What the script imports statically: preloaded beside it. */
  preload: string[];
  styles: string;
  /** Of the page that shows one space in frames. */
  embed: string;
  embedStyles: string;
  fileWorker: string;
  mapWorker: string;
  /** The base map, and the names on it. */
  world: string;
  places: string;
  /** Features to try the studio with. */
  sample: string;
  land: string;
};

/** Builds the pages. The work is done by a process of its own. */
export async function bundle(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: Object.values(SOURCE),
    outdir: '/studio',
    absWorkingDir: '/',
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    target: ['chrome115', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'dataurl', '.wasm': 'file' },
    legalComments: 'none',
    logLevel: 'silent',
  });
  await stop();
  const entries = entriesOf(metafile);
  // The styles of all screens are in those of the first one.
  const styles = [entries.styles, entries.embedStyles];
  const files = outputFiles.map(toFile).filter(({ name }) => !name.endsWith('.css') || styles.includes(name));
  const { tiles, gazetteer, sample: cities } = await openWorld();
  const land = named('land', 'svg', new TextEncoder().encode(await landSvg()));
  const world = named('world', 'pmtiles', tiles);
  const places = named('places', 'txt.gz', gazetteer);
  const sample = named('sample', 'json', cities);
  return {
    files: [...files, land, world, places, sample, { name: SQLITE.name, body: await readFile(SQLITE.path) }],
    ...entries,
    land: land.name,
    world: world.name,
    places: places.name,
    sample: sample.name,
  };
}

/** `land-0a1b2c3d.svg` */
function named(name: string, ending: string, body: Uint8Array): BuiltFile {
  return { name: `${name}-${createHash('sha256').update(body).digest('hex').slice(0, 8)}.${ending}`, body };
}

function toFile({ path, contents }: OutputFile): BuiltFile {
  return { name: basename(path), body: contents };
}

function entriesOf({ outputs }: Metafile): Omit<Bundle, 'files' | 'land' | 'world' | 'places' | 'sample'> {
  const made = (source: string) => {
    const found = Object.entries(outputs).find(
      ([, { entryPoint }]) => basename(entryPoint ?? '') === basename(source),
    );
    if (!found) throw new Error(`the build has made nothing of ${source}`);
    return found;
  };
  const [script, { imports, cssBundle }] = made(SOURCE.entry);
  const [embed, { cssBundle: embedCss }] = made(SOURCE.embed);
  if (!cssBundle || !embedCss) throw new Error('the build has made no styles');
  return {
    script: basename(script),
    preload: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)),
    styles: basename(cssBundle),
    embed: basename(embed),
    embedStyles: basename(embedCss),
    fileWorker: basename(made(SOURCE.fileWorker)[0]),
    mapWorker: basename(made(SOURCE.mapWorker)[0]),
  };
}
