import type { TextsOf } from '../catalogue.ts';

export const commandStrings: TextsOf<'commands'> = {
  palette: 'Befehlspalette',
  open: 'Suche und Befehle (Strg+K)',
  input: 'Seite, Aktion, Space, Objekt oder Ort eingeben',
  results: 'Ergebnisse',
  none: 'Nichts gefunden.',
  looking: 'Suche läuft…',
  failed: 'Es konnte nicht alles durchsucht werden.',
  kinds: { page: 'Seite', action: 'Aktion', space: 'Space', feature: 'Objekt', place: 'Ort' },
  shortcuts: 'Tastenkürzel',
  shortcutsAbout:
    'Sie gelten überall, wo kein Text eingegeben wird. Tabulator und Eingabetaste erreichen alles andere.',
  keys: {
    palette: 'Befehlspalette öffnen',
    find: 'Zum Suchfeld der Karte gehen',
    escape: 'Schließen, was offen ist',
    move: 'Karte mit Fokus verschieben und zoomen',
    finish: 'Zeichnung abschließen',
  },
  theme: 'Zwischen Hell und Dunkel wechseln',
  importFile: 'Datei importieren',
  table: 'Tabelle',
  layers: 'Ebenen',
  edit: 'Objekte der aktiven Ebene bearbeiten',
  picture: 'Bild der Karte',
  refresh: 'Aktualisieren: laden, was sich geändert hat',
  tiles: 'Kachelgrenzen',
  undo: 'Letzte Änderung der Karte rückgängig machen',
  redo: 'Änderung der Karte wiederholen',
};

export const pictureStrings: TextsOf<'picture'> = {
  title: 'Als Bild speichern',
  about:
    'Was die Karte jetzt zeigt, mit Titel, Legende, Maßstab und Quellenangaben. Das Bild entsteht im Browser.',
  heading: 'Titel',
  format: 'Format',
  formats: { png: 'PNG (Bild)', pdf: 'PDF (zum Drucken)' },
  legend: 'Legende',
  download: 'Herunterladen',
  made: (name) => `${name} wurde gespeichert.`,
  more: (count) => `und ${count} weitere`,
  failed: 'Der Browser konnte das Bild nicht erstellen.',
};
