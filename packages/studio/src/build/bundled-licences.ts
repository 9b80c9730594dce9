import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Notices of the packages whose files are in a bundle: what their licences ask for wherever they are passed on. */
export async function bundledLicences(inputs: readonly string[]): Promise<string> {
  const folders = new Set(
    inputs.map((path) => PACKAGE.exec(path)?.[1]).filter((folder) => folder !== undefined),
  );
  const notices = await Promise.all([...folders].sort().map(noticeOf));
  return notices.join(`\n${'='.repeat(80)}\n\n`);
}

async function noticeOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
    author?: string | { name: string };
  };
  const { name, version, license, author } = manifest;
  const texts = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  const read = await Promise.all(texts.map((file) => readFile(join(folder, file), 'utf8')));
  const holder = typeof author === 'string' ? author : author?.name;
  const text =
    read.length > 0 ? read.join('\n') : `${license}${holder === undefined ? '' : `, copyright ${holder}`}\n`;
  return `${name} ${version} (${license})\n\n${text}`;
}
