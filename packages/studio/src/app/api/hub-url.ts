/**
 * Where the hub is, without a slash at the end. The studio may be below any path: the page stands at the root of the hub,
 * and its workers one folder further down.
 */
export const hubUrl: string = new URL(
  typeof document === 'undefined' ? '..' : '.',
  location.href,
).href.replace(/\/$/, '');
