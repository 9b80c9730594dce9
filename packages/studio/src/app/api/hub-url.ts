/**
 * Where the hub is, without a slash at the end. The studio may be below any path: the page stands at the root of the hub,
 * published maps and workers one folder further down.
 */
export const hubUrl: string = new URL(
  typeof document === 'undefined' || document.documentElement.dataset.visitor === 'map' ? '..' : '.',
  location.href,
).href.replace(/\/$/, '');
