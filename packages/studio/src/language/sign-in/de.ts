import type { SignInPageStrings } from './en.ts';

export const signInPageStrings: SignInPageStrings = {
  title: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  stay: 'Auf diesem Gerät angemeldet bleiben',
  submit: 'Anmelden',
  register: 'Damit ein Konto anlegen',
  noScript: 'Die Anmeldung auf dieser Seite braucht JavaScript.',
  unreachable: 'Der Hub ist nicht erreichbar. Versuchen Sie es noch einmal.',
  wrong: 'E-Mail oder Passwort ist falsch.',
};
