import { warn } from '../../thread/warnings.ts';

/** What the database says beside the response of a statement. */
export type Notice = { severity?: string; code?: string; message?: string; detail?: string; hint?: string };

/** All others are remarks, such as that a table to be dropped is not there. */
export function isWarning({ severity }: Notice): boolean {
  return severity === 'WARNING';
}

export function reportNotice(notice: Notice): void {
  if (!isWarning(notice)) return;
  const { code = '', message = '', detail = '', hint = '' } = notice;
  warn({ message: 'the database warns', details: { code, warning: message, detail, hint } });
}
