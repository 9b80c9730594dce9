import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../harness/account.ts';
import type { Hub } from '../harness/hub.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TIMEOUT_MS = 60_000;

/** Somebody at a browser, and what their browser complains about. */
export type Visitor = {
  page: Page;
  /** Errors in the console, failures of scripts, requests to other origins. */
  complaints: string[];
};

export async function newVisitor(
  browser: Browser,
  hub: Hub,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // Every frame of a movement is drawn without a graphics card, and costs what it has pixels: layout, positions and
    // pointers count in those of CSS, of which four share one here.
    reducedMotion: 'reduce',
    deviceScaleFactor: 0.5,
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== hub.url && !['data:', 'blob:'].includes(protocol))
      complaints.push(`left the origin: ${request.url()}`);
  });
  return { page, complaints };
}

export async function signInWithBrowser(
  { page }: Visitor,
  hub: Hub,
  { hash = '', email = ADMIN_EMAIL, password = ADMIN_PASSWORD } = {},
): Promise<void> {
  await page.goto(`${hub.url}/${hash}`);
  // The page speaks the language of the browser.
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('#sign-in [type=submit]').first().click();
  await page.locator('.shell').waitFor();
}

/** Lets a file fall onto an element, as from a folder on the desk. */
export async function dropFile(page: Page, selector: string, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => { const t = new DataTransfer(); t.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)})); return t; })()`,
  );
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer });
}

/** The ids of the features of a space that the map shows, by the map's own account. */
export async function renderedIds(page: Page, space: string): Promise<string[]> {
  const layers = ['fill', 'line', 'point'].map((part) => `space ${space} ${part}`);
  return page.evaluate<string[]>(
    `(() => {
      const map = globalThis.meridianMap;
      const layers = ${JSON.stringify(layers)}.filter((id) => map?.getLayer(id));
      if (layers.length === 0 || !map.loaded()) return [];
      return [...new Set(map.queryRenderedFeatures({ layers }).map(({ id }) => String(id)))].sort();
    })()`,
  );
}

/** Waits until the map shows just these. */
export async function assertRendered(page: Page, space: string, ids: readonly string[]): Promise<void> {
  const wanted = [...ids].sort();
  const until = Date.now() + TIMEOUT_MS;
  let seen: string[] = [];
  do {
    seen = await renderedIds(page, space);
    if (JSON.stringify(seen) === JSON.stringify(wanted)) return;
    await page.waitForTimeout(200);
  } while (Date.now() < until);
  assert.deepEqual(seen, wanted);
}

/** Waits until an expression holds in the page, whose policy forbids what `waitForFunction` does. */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  const until = Date.now() + TIMEOUT_MS;
  while (!(await page.evaluate<boolean>(`Boolean(${expression})`))) {
    assert.ok(Date.now() < until, `never: ${expression}`);
    await page.waitForTimeout(200);
  }
}

/** The pixel of a position on the screen. */
export function screenPoint(
  page: Page,
  position: readonly [number, number],
): Promise<{ x: number; y: number }> {
  return page.evaluate(
    `(() => {
      const map = globalThis.meridianMap;
      const { x, y } = map.project(${JSON.stringify(position)});
      const box = map.getCanvas().getBoundingClientRect();
      return { x: x + box.x, y: y + box.y };
    })()`,
  );
}

type Violation = {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
};

/** The rules that colours decide on, of those that hold for all pages. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** No obstacle that axe knows of for those who do not see, or use no pointer; by some of its rules only, or by all. */
export async function assertAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  assert.deepEqual(
    violations.map(
      ({ id, impact, help, nodes }) =>
        `${id} (${impact}): ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
    ),
    [],
  );
}

const COLORS = ['light', 'dark'] as const;

/**
 * The same in light and in dark colours, with nothing that sticks out at the side. Where the second colours change
 * nothing else about the page, only the rules about colours can find anything that the first look did not.
 */
export async function assertAccessibleInBoth(page: Page): Promise<void> {
  let looked: string | undefined;
  for (const colorScheme of COLORS) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    const content = await page.evaluate<string>('document.body.outerHTML');
    await assertAccessible(page, content === looked ? RULES_OF_COLOR : undefined);
    looked = content;
  }
  const [shown, needed] = await page.evaluate<[number, number]>(
    '[innerWidth, document.documentElement.scrollWidth]',
  );
  assert.ok(needed <= shown, `${needed} pixels wide`);
}
