/** Stands for what is never shown. */
const HIDDEN = '***';
const SECRET_PARAMETER = /token|key|secret|password|passwd|pwd|signature|^sig$|credential|auth|code/i;

/** An address as it is shown: without user, password and keys. */
export function shownSource(source: string): string {
  const url = new URL(source);
  if (url.username !== '' || url.password !== '') url.username = HIDDEN;
  url.password = '';
  for (const name of new Set(url.searchParams.keys()))
    if (SECRET_PARAMETER.test(name)) url.searchParams.set(name, HIDDEN);
  return url.href;
}

/** Whether it has what was hidden in it, and not what that stands for. */
export function isPartlyHidden(source: string): boolean {
  const url = new URL(source);
  return url.username === HIDDEN || [...url.searchParams.values()].includes(HIDDEN);
}
