// Embedded engine only: it runs what a newcomer pastes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { findProgram, findRPackage, type LeftOut } from '../testing/programs.ts';
import { pythonWith } from '../testing/python.ts';
import { installClient } from './clients/install.ts';
import { readSteps, runSteps, type Step, withoutVarying } from './examples/page.ts';
import { startBrowser } from './harness/browser.ts';
import { startHub } from './harness/hub.ts';

/** Every page of docs/cookbook: what it shows to paste runs against one hub, and does what the page says. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'docs', 'cookbook');
const textOf = (page: string) => readFileSync(join(FOLDER, `${page}.md`), 'utf8');
const hub = await startHub();
const env = { ...process.env, HUB: hub.url, TOKEN: hub.token };

/** Within the repository, where packages are found by their names; git ignores it. */
mkdirSync(join(ROOT, 'acceptance', '.examples'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'acceptance', '.examples', 'cookbook-'));
after(() => rmSync(folder, { recursive: true }));

/** What a reader puts into a page for browsers. */
const filledIn = (text: string) =>
  text.replaceAll('https://hub.example.org', hub.url).replaceAll('YOUR_TOKEN', hub.token);

function assertShown({ line, shown }: Step, output: string): void {
  assert.ok(shown, `line ${line} shows what comes of it`);
  if (shown.kind === 'json') assert.deepEqual(withoutVarying(output), withoutVarying(shown.text));
  else assert.equal(output.trim(), shown.text.trim());
}

const run = async (program: string, args: string[], more = {}) =>
  (await promisify(execFile)(program, args, { env: { ...env, ...more }, cwd: folder })).stdout;

// All of it before the first test: what is waited for behind it may come when the file is over.
const libraries = installClient('cookbook');
const browser = await startBrowser();
await runSteps(readSteps(textOf('README')), { HUB: hub.url, TOKEN: hub.token });

const SHELL = ['curl', 'gdal', 'qgis', 'kepler'];
const MAPS = ['maplibre', 'openlayers', 'leaflet', 'deckgl'];
const PROGRAMS = ['typescript', 'python', 'r', 'notebooks'];

test('the first page leads to every other, and each of them is tried', () => {
  const pages = globSync('*.md', { cwd: FOLDER }).map((name) => name.replace('.md', ''));
  assert.deepEqual(pages.sort(), ['README', ...SHELL, ...MAPS, ...PROGRAMS].sort());
  for (const page of pages)
    if (page !== 'README') assert.match(textOf('README'), new RegExp(`\\(${page}\\.md\\)`));
});

const gdal = findProgram(['ogrinfo'], 'gdal-bin');
for (const page of SHELL)
  test(`${page}.md`, { skip: page === 'gdal' && 'skip' in gdal ? gdal.skip : false }, async () => {
    const steps = readSteps(textOf(page));
    assert.ok(steps.length > 0);
    const inFolder = [{ line: 0, commands: `cd '${folder}'` }, ...steps];
    const [, ...outputs] = await runSteps(inFolder, { HUB: hub.url, TOKEN: hub.token });
    for (const [i, step] of steps.entries()) assertShown(step, outputs[i]!);
  });

test('typescript.md', async () => {
  const [step] = readSteps(textOf('typescript'), 'ts');
  writeFileSync(join(folder, 'recipe.ts'), step!.commands);
  assertShown(step!, await run(process.execPath, ['recipe.ts']));
});

test('notebooks.md, the cell for Observable', async () => {
  const [step] = readSteps(textOf('notebooks'), 'js');
  writeFileSync(join(folder, 'cell.mjs'), filledIn(step!.commands));
  assertShown(step!, await run(process.execPath, ['cell.mjs']));
});

const python = pythonWith(join(ROOT, 'clients', 'python', 'tests', 'requirements.txt'));
test('python.md and the cell for Jupyter', { skip: 'skip' in python ? python.skip : false }, async () => {
  const steps = ['python', 'notebooks'].map((page) => readSteps(textOf(page), 'python')[0]!);
  const cut = "\nprint('\\x1e', end='')\n";
  writeFileSync(join(folder, 'recipe.py'), steps.map(({ commands }) => commands + cut).join(''));
  const path = { PYTHONPATH: join(ROOT, 'clients', 'python', 'src'), PYTHONDONTWRITEBYTECODE: '1' };
  const outputs = (await run('python' in python ? python.python : '', ['recipe.py'], path)).split('\x1e');
  for (const [i, step] of steps.entries()) assertShown(step, outputs[i]!);
});

const r = findRPackage('sf');
test('r.md', { skip: 'skip' in r ? r.skip : false }, async () => {
  for (const step of readSteps(textOf('r'), 'r')) {
    writeFileSync(join(folder, 'recipe.R'), step.commands);
    assertShown(step, await run('path' in r ? r.path : '', ['recipe.R']));
  }
});

describe('in a browser', { skip: leftOut(libraries, browser) }, () => {
  /** As unpkg has it: what the page names, of the version that it names. */
  function libraryFile(address: string): { bytes: Buffer; type: string } {
    const [, name, version, file] = /^\/unpkg\/([^@/]+)@([^/]+)\/([^?]*)/.exec(address)!;
    const own = name === 'maplibre-gl' ? ROOT : (libraries as { folder: string }).folder;
    const installed = join(own, 'node_modules', name!);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    assert.equal(manifest.version, version, `${name} as it is installed here`);
    const type = extname(file!) === '.css' ? 'text/css' : 'text/javascript';
    return { bytes: readFileSync(join(installed, file!)), type };
  }

  for (const name of MAPS)
    test(`${name}.md shows the features of the space`, async (t) => {
      const [step] = readSteps(textOf(name), 'html');
      const server = createServer(({ url = '/' }, response) => {
        const html = filledIn(step!.commands).replaceAll('https://unpkg.com/', '/unpkg/');
        const { bytes, type } = url.startsWith('/unpkg/')
          ? libraryFile(url)
          : { bytes: html, type: 'text/html' };
        response.setHeader('Content-Type', type);
        response.end(bytes);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const [page, decoder] = await Promise.all([newPage(), newPage()]);
      t.after(async () => {
        await Promise.all([page.close(), decoder.close()]);
        server.closeAllConnections();
        server.close();
      });
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const shown = await onceColoured(page, decoder, 300);
      // Three circles of about ten pixels in radius.
      assert.ok(shown >= 300, `${shown} pixels have the colour of the harbours; ${complaints.join('\n')}`);
    });

  test('the map of a notebook is drawn by the hub alone, and says what it lacks', async (t) => {
    const [page, decoder] = await Promise.all([newPage(), newPage()]);
    t.after(() => Promise.all([page.close(), decoder.close()]));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const address = `${hub.url}/embed#space=harbours&token=${hub.token}`;
    await page.setContent(`<iframe src="${address}" style="width:450px;height:300px;border:0"></iframe>`);
    const shown = await onceColoured(page, decoder, 60, STUDIO_COLOUR);
    assert.ok(shown >= 60, `${shown} pixels have the colour of the harbours`);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${hub.url}/`) && !url.startsWith('blob:')),
      [],
    );
    await page.goto(`${hub.url}/embed#space=none&token=${hub.token}`);
    await page.getByRole('alert').getByText('The requested resource does not exist.').waitFor();
  });

  const newPage = () => (browser as Browser).newPage({ viewport: { width: 500, height: 350 } });
});

function leftOut(...parts: (object | LeftOut)[]): string | false {
  for (const part of parts) if ('skip' in part) return part.skip;
  return false;
}

/** What the recipes draw harbours with; and what the studio draws the first space of a map with, as it is seen on land. */
const RECIPE_COLOUR = [0xe0, 0x11, 0x5f];
const STUDIO_COLOUR = [0x32, 0x9b, 0xa2];

/** How many pixels of a picture have a colour, or nearly. A browser decodes it. */
const COUNT_PIXELS = `async (text, [red, green, blue]) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + text)).blob());
  const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
  drawing.drawImage(image, 0, 0);
  const { data } = drawing.getImageData(0, 0, image.width, image.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (Math.abs(data[i] - red) + Math.abs(data[i + 1] - green) + Math.abs(data[i + 2] - blue) < 30) count++;
  return count;
}`;

async function colouredPixels(decoder: Page, picture: Buffer, colour: readonly number[]): Promise<number> {
  return decoder.evaluate(`(${COUNT_PIXELS})('${picture.toString('base64')}', ${JSON.stringify(colour)})`);
}

/** So often it is looked at a map that is being drawn: two minutes at least. */
const LOOKS = 400;

/** How many pixels have a colour as soon as these are enough, or when there is no more hope. */
async function onceColoured(page: Page, decoder: Page, enough: number, colour = RECIPE_COLOUR) {
  let shown = 0;
  for (let look = 0; look < LOOKS && shown < enough; look++) {
    await page.waitForTimeout(300);
    shown = await colouredPixels(decoder, await page.screenshot(), colour);
  }
  return shown;
}
