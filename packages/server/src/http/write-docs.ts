import { writeFileSync } from 'node:fs';
import { errorsPage } from './errors.docs.ts';

writeFileSync(new URL('../../../../docs/using/errors.md', import.meta.url), errorsPage());
