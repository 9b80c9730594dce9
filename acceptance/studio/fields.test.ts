// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertAccessible,
  assertRendered,
  newVisitor,
  screenPoint,
  signInWithBrowser,
  type Visitor,
} from './visitor.ts';

type Stored = { id: string; properties: Record<string, unknown> };

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const schema = {
  properties: {
    properties: {
      required: ['depth'],
      properties: {
        depth: { type: 'number', minimum: 0, maximum: 100 },
        kind: { enum: ['dug', 'drilled'] },
      },
    },
  },
};
const space = await newSpace(hub, {
  title: 'Wells',
  processors: { 'schema-validator': [{ params: { schema } }] },
});
const IDS = ['a', 'b', 'c', 'd', 'e'];
await space.load(
  ...IDS.map((id, i) => ({
    type: 'Feature' as const,
    id,
    geometry: { type: 'Point', coordinates: [13.4 + i / 100, 52.5] },
    properties: { depth: 5 + i, made: `202${i}-03-01`, isOpen: i % 2 === 0, owner: 'Town' },
  })),
);

describe('a new feature', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  const editor = () => me.page.getByRole('complementary', { name: 'Editor' });
  before(async () => {
    if ('skip' in browser) return;
    me = await newVisitor(browser as Browser, hub, { viewport: { width: 1440, height: 900 } });
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await assertRendered(me.page, space.id, IDS);
    await me.page.getByRole('button', { name: 'Edit features' }).click();
    await editor().getByRole('button', { name: 'Draw a point' }).click();
    const { x, y } = await screenPoint(me.page, [13.42, 52.505]);
    await me.page.mouse.click(x, y);
    await editor().getByLabel('depth (required)').waitFor();
    // With what the hub says of the values of all features.
    await editor().locator('input[type=date]').waitFor();
  });

  test('is offered the fields of its space, each with the input for its type', async () => {
    const { page } = me;
    // As long as it has no name it is called by what it is.
    await editor().getByRole('button', { name: 'Point new' }).waitFor();
    assert.equal(await editor().getByLabel('made', { exact: true }).getAttribute('type'), 'date');
    const choices = (label: string) =>
      editor().getByLabel(label, { exact: true }).locator('option').allInnerTexts();
    assert.deepEqual(await choices('kind'), ['No value', 'dug', 'drilled']);
    assert.deepEqual(await choices('isOpen'), ['No value', 'true', 'false']);
    await editor().getByRole('combobox', { name: 'owner' }).waitFor();
    await assertAccessible(page);
  });

  test('is not sent before what its schema asks for is right', async () => {
    const { page } = me;
    let writes = 0;
    page.on('request', (request) => {
      if (request.url().includes('/features') && request.method() !== 'GET') writes++;
    });
    await editor().getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText('depth: A value is required.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await editor().getByLabel('depth (required)').fill('200');
    await editor().getByLabel('depth (required)').press('Enter');
    await editor().getByText('Must be at most 100.').waitFor();
    await assertAccessible(page);
    await editor().getByLabel('depth (required)').fill('12.5');
    await editor().getByLabel('depth (required)').press('Enter');
    await editor().getByText('Must be at most 100.').waitFor({ state: 'detached' });
    await editor().getByLabel('kind', { exact: true }).selectOption('drilled');
    await editor().getByLabel('isOpen', { exact: true }).selectOption('false');
    await editor().getByLabel('made', { exact: true }).fill('2024-05-01');
    await editor().getByLabel('made', { exact: true }).press('Tab');
    assert.equal(writes, 0);
    await Promise.all([
      page.getByText('1 change saved.').waitFor(),
      editor().getByRole('button', { name: 'Save 1 change' }).click(),
    ]);
    const { body } = await hub.get<{ features: Stored[] }>(`${space.path}/search`);
    const { properties } = body.features.find(({ id }) => !IDS.includes(id))!;
    const { depth, kind, isOpen, made, owner } = properties;
    assert.deepEqual([depth, kind, isOpen, made, owner], [12.5, 'drilled', false, '2024-05-01', undefined]);
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
