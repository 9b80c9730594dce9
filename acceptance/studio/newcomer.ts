import type { Locator, Page } from 'playwright-core';
import { dropFile, screenPoint } from './visitor.ts';

/**
 * Somebody whose actions are counted: a click, a drop, a choice from a list, a text that is typed, a key that is
 * pressed. Looking and waiting are no actions.
 */
export class Newcomer {
  readonly page: Page;
  actions = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(what: Locator): Promise<void> {
    this.actions += 1;
    await what.click();
  }

  async clickOnMap(position: readonly [number, number]): Promise<void> {
    this.actions += 1;
    const { x, y } = await screenPoint(this.page, position);
    await this.page.mouse.click(x, y);
  }

  async choose(list: Locator, value: string): Promise<void> {
    this.actions += 1;
    await list.selectOption(value);
  }

  async tick(box: Locator): Promise<void> {
    this.actions += 1;
    await box.check();
  }

  async type(field: Locator, text: string): Promise<void> {
    this.actions += 1;
    await field.fill(text);
  }

  async press(key: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  async drop(selector: string, name: string, content: string): Promise<void> {
    this.actions += 1;
    await dropFile(this.page, selector, name, content);
  }
}
