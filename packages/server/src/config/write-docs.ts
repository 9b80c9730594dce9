import { mkdirSync, writeFileSync } from 'node:fs';
import { configurationPage } from './docs.ts';

const page = new URL('../../../../docs/operating/configuration.md', import.meta.url);

mkdirSync(new URL('.', page), { recursive: true });
writeFileSync(page, configurationPage());
