export { refs } from './components.ts';
export { docsPage } from './docs/page.ts';
export { docsScript } from './docs/script.ts';
export { withAddress } from './docs/sections.ts';
export { docsStyles } from './docs/styles.ts';
export { openApiDocument } from './document.ts';
export type { OpenApiDocument } from './openapi.ts';
