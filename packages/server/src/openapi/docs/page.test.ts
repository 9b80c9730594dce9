import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HUB_OPERATIONS } from '../../operations.ts';
import { openApiDocument } from '../document.ts';
import { sampleOperations } from '../sample-operations.ts';
import { docsPage } from './page.ts';
import { docsStyles } from './styles.ts';

const at = { version: '1.2.3', url: 'https://hub.example.org' };
const page = docsPage(openApiDocument(sampleOperations, at));
const whole = docsPage(openApiDocument(HUB_OPERATIONS, at));

/** What a reader sees of a piece of HTML. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

function articleOf(id: string): string {
  return textOf(new RegExp(`<article id="${id}">(.*?)</article>`, 's').exec(page)![1]!);
}

describe('the page of the interface', () => {
  test('has every operation of the hub, and a link to it', () => {
    for (const { name, summary } of HUB_OPERATIONS) {
      assert.ok(whole.includes(`<article id="${name}">`), name);
      assert.ok(whole.includes(`<a href="#${name}">`), name);
      assert.ok(textOf(whole).includes(summary), summary);
    }
  });

  test('begins with spaces and features, ends with what serves the pages, and has a command to try of each operation', () => {
    const headings = Array.from(whole.matchAll(/<h2[^>]*>([^<]*)/g), ([, heading]) => heading);
    assert.deepEqual(headings.slice(1, 4), ['Spaces', 'Features: read', 'Features: write']);
    assert.ok(headings.indexOf('Service') > headings.indexOf('Accounts'));
    for (const { name } of HUB_OPERATIONS) {
      const article = new RegExp(`<article id="${name}">(.*?)</article>`, 's').exec(whole)![1]!;
      assert.match(article, /curl /, name);
    }
  });

  test('links to nothing on the page that is not there', () => {
    const ids = new Set(Array.from(whole.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    for (const [, target] of whole.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), target!);
  });

  test('gives no two elements one id', () => {
    const ids = Array.from(whole.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('opens and closes its tags in order', () => {
    const open: string[] = [];
    for (const [, closing, name] of whole.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^>]*[^/])?>/g))
      if (closing) assert.equal(open.pop(), name);
      else if (!['meta', 'link'].includes(name!)) open.push(name!);
    assert.deepEqual(open, []);
  });

  test('has no inline script or style, and nothing from elsewhere', () => {
    const scripts = [...whole.matchAll(/<script[^>]*>/g)].map(([script]) => script);
    assert.deepEqual(scripts, ['<script src="/docs/docs.js" defer>']);
    assert.doesNotMatch(whole, /<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/);
    assert.doesNotMatch(whole, /(?:src|href)="(?:https?:)?\/\//);
    assert.doesNotMatch(docsStyles, /@import|url\(/);
  });

  test('shows parameters with type, limits and meaning', () => {
    const text = articleOf('getFeatures');
    assert.match(text, /GET \/hub\/spaces\/\{space_id\}\/features/);
    assert.match(text, /space_id in the path string Id of the space/);
    assert.match(text, /id required list of string Which/);
    assert.match(text, /limit integer, 1 to 9, default 5 Most/);
  });

  test('shows the body once with all its types', () => {
    assert.match(articleOf('putFeature'), /FeatureInput as application\/geo\+json , application\/json/);
  });

  test('says where no token is needed', () => {
    assert.match(articleOf('getHub'), /no token needed/);
    assert.doesNotMatch(articleOf('putFeature'), /no token needed/);
  });

  test('shows code and paragraphs of a description', () => {
    assert.match(page, /<p>Missing ids are <code>silently<\/code> absent\.<\/p><p>Order/);
  });
});

test('everything that comes from the description is escaped', () => {
  const hostile = `<img src=x onerror="alert('1')">&`;
  const operation = {
    ...sampleOperations[2]!,
    summary: hostile,
    description: hostile,
    query: [
      { name: hostile, description: hostile, schema: { type: hostile, default: hostile, enum: [hostile] } },
    ],
    responses: { 200: { description: hostile, content: { [hostile]: { const: hostile } } } },
  };
  const rendered = docsPage(openApiDocument([operation], { version: hostile, url: hostile }));
  assert.doesNotMatch(rendered, /<img|onerror="/);
  assert.ok(rendered.includes('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;'));
});
