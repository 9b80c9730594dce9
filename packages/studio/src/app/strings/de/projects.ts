import type { TextsOf } from '../catalogue.ts';
import { plural } from './plural.ts';

export const projectsStrings: TextsOf<'projects'> = {
  lead: 'Ihre gespeicherten Karten: Ebenen, Stile, Filter und Ausschnitt.',
  none: 'Noch keine Projekte',
  noneYet: 'Fügen Sie einer Karte Spaces hinzu, gestalten Sie sie und speichern Sie die Karte.',
  openMap: 'Karte öffnen',
  untitled: 'Karte ohne Titel',
  newMap: 'Neue Karte',
  saveTitle: 'Karte speichern',
  title: 'Titel',
  description: 'Beschreibung',
  rename: 'Karte umbenennen',
  unsaved: 'Geändert, noch nicht gespeichert',
  discard: 'Änderungen verwerfen',
  saved: (title) => `${title} wurde gespeichert.`,
  publishedHint:
    'Diese Karte ist veröffentlicht: Alle mit dem Link sehen die Änderungen. Neu hinzugefügte Spaces brauchen einen neuen Link.',
  spaces: (count) => `${count} ${plural(count, { one: 'Space', other: 'Spaces' })}`,
  actions: (title) => `Aktionen für ${title}`,
  delete: 'Löschen',
  deleted: (title) => `${title} wurde gelöscht.`,
  deleteTitle: (title) => `${title} löschen?`,
  deleteWarning:
    'Die Karte wird endgültig gelöscht, und Links auf sie funktionieren nicht mehr. Die Spaces werden nicht gelöscht.',
};

export const publishStrings: TextsOf<'publish'> = {
  title: 'Veröffentlichen',
  publish: 'Veröffentlichen',
  published: 'Veröffentlicht',
  about: 'Alle mit dem Link können diese Karte ansehen und diese Spaces lesen, ohne Konto:',
  isPublished: 'Diese Karte ist veröffentlicht. Alle mit einem ihrer Links können diese Spaces lesen:',
  links: 'Links',
  linkName: 'Link',
  name: 'Name des neuen Links',
  nameHint: 'Freiwillig. Unterscheidet Links, zum Beispiel danach, wem Sie sie gegeben haben.',
  copyLink: 'Link kopieren',
  copyEmbed: 'Code zum Einbetten kopieren',
  revoke: 'Widerrufen',
  notStored:
    'Von einer früheren Version erstellt: Er funktioniert, kann aber nicht noch einmal kopiert werden.',
  newLink: 'Neuer Link',
  end: 'Veröffentlichung beenden',
  closed:
    'Diese Karte ist nicht mehr veröffentlicht. Wer Ihnen den Link geschickt hat, kann Ihnen einen neuen geben.',
  legend: 'Legende',
  data: (credits) => `Daten: ${credits}`,
};

export const exportStrings: TextsOf<'export'> = {
  title: (space) => `${space} exportieren`,
  format: 'Format',
  withNotes: 'Mit dem, was der Hub zu jedem Objekt vermerkt (Zeit der Änderung, …)',
  start: 'Exportieren',
  progress: (count) => `${count} Objekte…`,
  done: (name) => `${name} wurde heruntergeladen.`,
  command: 'Für sehr große Spaces gibt es die Kommandozeile:',
};
